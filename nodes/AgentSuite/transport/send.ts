import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../model/problem';
import { count } from '../texts/words';
import { newCall, type Call } from './call';
import { failedAfter, notSentAfter, withFacts } from './errors/afterAttempts';
import { handToN8n } from './handToN8n';
import { outcomeOf } from './outcomeOf';
import { replyOf, type Outcome } from './outcomes/outcome';
import { steadyClock } from './clock';
import { timeLeft } from './pacing/deadline';
import { waitForTurn, type Granted } from './pacing/waitForTurn';
import { receive } from './receive/receive';
import { recordsOf } from './recordsOf';
import type { Request } from './request';
import { planRetry, type Retry } from './retry';
import type { Run } from './run/run';
import { sendSettings } from './settings';

/**
 * Sends a request and reads the records of its response. It logs how many could not be read, and warns of them.
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function requestRecords(run: Run, request: Request): Promise<IDataObject[]> {
	const call = newCall(run, request);
	const warn = (skipped: number) => {
		const records = count(skipped, 'record');
		run.context.logger.warn(`Agent Suite: skipped ${records} that cannot be read`);
		if (run.warnings) run.warnings.skipped += skipped;
	};
	const { outcomes } = call;
	const outcome = await send(call);
	if (outcome.problem) throw failedAfter(outcome.problem, outcomes, request);
	try {
		return recordsOf(outcome, request, warn);
	} catch (error) {
		throw error instanceof Problem ? withFacts(error, outcomes, request) : error;
	}
}

/**
 * Sends a request within the rate limits, and again if that is safe.
 * @returns what the last attempt came to
 * @throws {Problem} if it is not sent, or not sent again
 */
async function send(call: Call): Promise<Outcome> {
	let outcome = await attempt(call);
	while (outcome.problem) {
		const plan = planRetry(call, sendSettings.retryDelayMs);
		if (plan instanceof Problem) return { ...outcome, problem: plan };
		outcome = await attemptAgain(call, plan);
	}
	call.account.retries.putBack();
	return outcome;
}

/** Sends a request again. It puts back what it took out of the retry quota if it came to no outcome, mostly because it is not sent. */
async function attemptAgain(call: Call, { afterMs, isTaken }: Retry): Promise<Outcome> {
	const { outcomes, account } = call;
	const before = outcomes.length;
	try {
		return await attempt(call, afterMs);
	} finally {
		if (isTaken && outcomes.length === before) account.retries.putBack();
	}
}

/**
 * Sends a request once, after this time (ms), and notes what it came to.
 * @throws {Problem} if it is not sent
 */
async function attempt(call: Call, afterMs = 0): Promise<Outcome> {
	let turn: Granted;
	try {
		await call.run.halt.sleep(afterMs, call.account.key);
		turn = await waitForTurn(call);
	} catch (error) {
		const { run, outcomes, request } = call;
		// The end of the run by another item stays the object that it is.
		throw run.halt.isConsequence(error) ? error : notSentAfter(error, outcomes, request);
	}
	const outcome = await sendInTurn(call, turn);
	noteOutcome(call, outcome);
	return outcome;
}

/** Notes what an attempt came to, for the call, the run, and the account. */
function noteOutcome({ outcomes, turns, account, run }: Call, outcome: Outcome): void {
	outcomes.push(outcome);
	turns.noteOutcome(outcome);
	account.usedAt = steadyClock.now();
	// The failure may be of the credential, or a pause, which a test of the credential can end. So the next test is really sent.
	if (outcome.problem && outcome.fate !== 'rejected') account.testedUntil = -Infinity;
	if (outcome.problem && outcome.rejectsAccount) {
		run.halt.endAccount(account.key, outcome.problem);
	}
}

/** Sends a request whose turn it is, and tells its budgets and the rate limiter what became of it. */
async function sendInTurn(call: Call, { queued, settle }: Granted): Promise<Outcome> {
	// Absent if something throws that nobody foresaw.
	let outcome: Outcome | undefined;
	try {
		outcome = await sendNow(call);
		return outcome;
	} finally {
		const reply = outcome ? replyOf(outcome) : 'unanswered';
		call.account.limiter.report(queued, reply, steadyClock.now(), outcome?.pause);
		settle(outcome?.fate ?? 'unclear');
	}
}

/** A longer timer would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

async function sendNow({ run, request }: Call): Promise<Outcome> {
	const { context, usage, halt } = run;
	const timeoutMs = Math.ceil(Math.min(request.timeoutMs, timeLeft(request), MAX_TIMER_MS));
	const timed = { ...request, timeoutMs };
	usage.requests++;
	const handed = async (end: AbortSignal) => await handToN8n(context, timed, end);
	const outcome = outcomeOf(await receive(handed, timeoutMs, halt.stop), timed);
	if (outcome.fate === 'unsent') usage.requests--;
	return outcome;
}
