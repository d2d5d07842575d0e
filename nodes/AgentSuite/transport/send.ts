import type { IDataObject } from 'n8n-workflow';

import type { RequestFacts } from '../model/problem';
import { count } from '../texts/words';
import type { RetryTicket } from './account/retryQuota';
import { steadyClock } from './clock';
import { factsOf } from './errors/attempts';
import { toldAttempt, toldNotSent } from './errors/told';
import { asProblem } from './secrecy/unexpected';
import { handToN8n } from './handToN8n';
import { exchange } from './exchange';
import type { Outcome, Success } from './outcomes/outcome';
import { timeLeft } from './pacing/deadline';
import { newCall, type Call } from './pacing/call';
import { waitForTurn, type Granted } from './pacing/waitForTurn';
import type { Request } from './request';
import { delayOfRetry, takeTicket } from './retry';
import type { Run } from './run/run';

/** What a request that succeeded came to. */
export interface Result {
	records: IDataObject[];
	/** In case that something fails after it. */
	facts: RequestFacts;
}

/**
 * Sends a request, and returns the records of its response. It logs how many could not be read, and warns of them.
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function requestRecords(run: Run, request: Request): Promise<Result> {
	const call = newCall(run, request);
	const { records, skipped } = await send(call);
	if (skipped > 0) {
		run.context.logger.warn(`Agent Suite: skipped ${count(skipped, 'record')} that cannot be read`);
		if (run.warnings) run.warnings.skipped += skipped;
	}
	return { records, facts: factsOf(call) };
}

/** Sends a request within the rate limits, and again if that is safe. @throws {Problem} when it has no result */
async function send(call: Call): Promise<Success> {
	const { run, account, request, outcomes } = call;
	let delayMs = 0;
	for (;;) {
		let ticket: RetryTicket | undefined;
		let turn: Granted;
		try {
			ticket = takeTicket(outcomes, account);
			await run.halt.sleep(delayMs, account.key);
			turn = await waitForTurn(call);
		} catch (error) {
			ticket?.giveBack();
			throw toldNotSent(asProblem(error, request), call);
		}
		const began = steadyClock.now();
		const outcome = await sendNow(call, turn);
		noteAttempt(call, turn, outcome, steadyClock.now() - began);
		if (!outcome.problem) return outcome;
		const nextDelayMs = delayOfRetry(call, outcome);
		if (nextDelayMs === undefined) throw toldAttempt(outcome, call);
		delayMs = nextDelayMs;
	}
}

/**
 * Notes what an attempt came to, for the budgets, the call, the account, and the run. Only the rate limiter is told earlier, when the head
 * arrives. What ends an account is told with the words of the body.
 */
function noteAttempt(
	{ outcomes, maxWait, account, run }: Call,
	turn: Granted,
	outcome: Outcome,
	tookMs: number,
): void {
	turn.settle(outcome.fate);
	if (outcome.fate === 'throttled') maxWait.note429(tookMs);
	outcomes.push(outcome);
	account.noteOutcome(outcome, steadyClock.now());
	if (outcome.shows) maxWait.startOver();
	if (outcome.problem && outcome.shows === 'rejectsAccount')
		run.halt.endAccount(account.key, outcome.problem);
}

/** A longer timer would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

async function sendNow({ run, request }: Call, { noteReply }: Granted): Promise<Outcome> {
	const { context, usage, halt } = run;
	const timeoutMs = Math.ceil(Math.min(request.timeoutMs, timeLeft(request), MAX_TIMER_MS));
	const timed = { ...request, timeoutMs };
	const handed = async (end: AbortSignal) => await handToN8n(context, timed, end);
	// Not when its end is known, because another item that is not sent says how many were.
	usage.requests++;
	const outcome = await exchange(handed, timed, noteReply, halt.stop);
	if (outcome.fate === 'unsent') usage.requests--;
	return outcome;
}
