import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { Problem } from '../model/problem';
import { count } from '../model/words';
import { newCall, type Call } from './call';
import { factsOf } from './errors/facts';
import { whatMatters, withoutRetries } from './errors/notRepeated';
import { serviceText } from './errors/serviceText';
import type { Outcome } from './outcomes/outcome';
import { steadyClock } from './pacing/clock';
import { checkTime, timeLeft } from './pacing/deadline';
import { reserveTokens } from './pacing/reserveTokens';
import { waitForTurn } from './pacing/waitForTurn';
import type { Reply } from './rateLimiter/rateLimiter';
import { receive, type StreamedResponse } from './receive';
import type { Request } from './request';
import { planRetry } from './retry';
import type { Run } from './run';
import { USER_AGENT } from './userAgent';

/**
 * Sends a request and reads the records of its response. It logs how many could not be read, and warns of them.
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function requestRecords(run: Run, request: Request): Promise<IDataObject[]> {
	const call = newCall(run, request);
	const body = await send(call);
	try {
		return request.operation.records(body, (skipped) => {
			const records = count(skipped, 'record');
			run.context.logger.warn(`Agent Suite: skipped ${records} that cannot be read`);
			run.warnings?.add(`Skipped ${records} that cannot be read`);
		});
	} catch (error) {
		throw withResponse(error, body, call);
	}
}

/** The Problem of a success response of another shape, with what the service says in it. */
function withResponse(error: unknown, body: unknown, call: Call): unknown {
	if (!(error instanceof Problem)) return error;
	const { request } = call;
	// In a shape that is not documented, secrets of the service can be anywhere. A text that is no JSON is a page.
	const isShown = request.operation.secrets.length === 0 && typeof body !== 'string';
	const said = isShown ? serviceText(body, request) : '';
	const problem = error.with({ detail: said || undefined });
	problem.facts = factsOf(call, said);
	return problem;
}

/**
 * Sends a request within the rate limits, and again if that is safe.
 * @returns the decoded body of the successful response
 * @throws {Problem} for every other outcome
 */
async function send(call: Call): Promise<unknown> {
	const { account, run } = call;
	let backoffMs = 0;
	for (;;) {
		const outcome = await sendAfter(backoffMs, call);
		call.outcomes.push(outcome);
		const { problem } = outcome;
		if (!problem) {
			account.retries.putBack();
			return outcome.body;
		}
		problem.facts = factsOf(call);
		if (outcome.rejectsAccount) run.halt.endAccount(account.key, problem);
		const retry = planRetry(call);
		if (retry === 'never') throw problem;
		if (retry !== 'inTurn' && !account.retries.take()) throw withoutRetries(problem);
		backoffMs = retry === 'inTurn' ? 0 : retry.afterMs;
	}
}

/** One attempt, after a backoff. @throws {Problem} if it is not sent */
async function sendAfter(backoffMs: number, call: Call): Promise<Outcome> {
	try {
		await call.run.halt.sleep(backoffMs, call.account.key);
		return await sendWithTokens(call);
	} catch (error) {
		throw whatMatters(call, error);
	}
}

/** Reserves the tokens of a request, sends it, and settles what it cost. @throws {Problem} if it is not sent */
async function sendWithTokens(call: Call): Promise<Outcome> {
	const settle = await reserveTokens(call);
	let fate: Outcome['fate'] = 'unsent';
	try {
		const outcome = await sendInTurn(call);
		({ fate } = outcome);
		return outcome;
	} finally {
		settle(fate);
	}
}

/** Sends a request when the rate limiter allows it, and tells it what became of it. @throws {Problem} if it is not sent */
async function sendInTurn(call: Call): Promise<Outcome> {
	const { limiter } = call.account;
	const queued = await waitForTurn(call);
	let outcome: Outcome = { fate: 'unsent' };
	try {
		checkTime(call);
		outcome = await sendNow(call);
		return outcome;
	} finally {
		const now = steadyClock.now();
		limiter.report(queued, replyOf(outcome), now);
		const { pause } = outcome;
		if (pause) limiter.pause(pause.reason, pause.ms, now);
	}
}

function replyOf({ fate, retry }: Outcome): Reply {
	if (fate === 'unsent') return 'unsent';
	return retry === 'throttled' ? 'throttled' : 'passed';
}

/** A longer timer would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

async function sendNow({ run, request }: Call): Promise<Outcome> {
	const { context, usage, halt } = run;
	const time = Math.min(request.timeoutMs, timeLeft(request), MAX_TIMER_MS);
	const timeoutMs = Math.ceil(time);
	usage.requests++;
	const timed = { ...request, timeoutMs };
	const hand = async (end: AbortSignal) => await handToN8n(context, timed, end);
	return await receive(hand, timed, halt.stop);
}

/** Hands a request to n8n's helper. @param end closes its connection */
async function handToN8n(
	context: Run['context'],
	{ connection, ...request }: Request,
	end: AbortSignal,
): Promise<StreamedResponse> {
	// The helper replaces the signal of a request by the one of the execution, which it takes from its context. That one knows no
	// timeout, so a response that stalls would keep its connection, and what has arrived, until the service closes it.
	const ended = Object.create(context, {
		getExecutionCancelSignal: { value: () => end },
	}) as Run['context'];
	// A copy, because n8n can change it.
	const data = { ...connection.credential };
	return (await context.helpers.httpRequestWithAuthentication.call(
		ended,
		'agentSuiteApi',
		{ ...optionsOf(request), abortSignal: end },
		// Otherwise n8n loads and decrypts the credential for every request.
		{ credentialsDecrypted: { id: '', name: '', type: 'agentSuiteApi', data } },
	)) as StreamedResponse;
}

/** The request for n8n's helper. It is new each time, because n8n writes the token into it. */
function optionsOf({
	operation,
	url,
	body,
	timeoutMs,
}: Omit<Request, 'connection'>): IHttpRequestOptions {
	return {
		method: operation.method,
		url,
		headers: {
			Accept: 'application/json',
			'User-Agent': USER_AGENT,
			...(body && { 'Content-Type': 'application/json' }),
		},
		// As text, because the HTTP client drops fields like "constructor" from an object.
		...(body && { body: JSON.stringify(body) }),
		// Otherwise the HTTP client reads the whole body into memory, however large.
		encoding: 'stream',
		timeout: timeoutMs,
		disableFollowRedirect: true,
		returnFullResponse: true,
		// n8n's own error hides the headers and contains the token.
		ignoreHttpStatusErrors: true,
	};
}
