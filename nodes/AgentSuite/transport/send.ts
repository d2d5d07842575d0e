import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { Problem, type RequestFacts } from '../model/problem';
import { isRecord } from '../model/record';
import { count, sentence } from '../model/words';
import type { Call, Run } from './call';
import type { Failure } from './errors/failure';
import { serviceText } from './errors/serviceText';
import { acquireSlot } from './pacing/acquireSlot';
import type { Charge } from './pacing/budget';
import { steadyClock } from './pacing/clock';
import { checkTime, timeLeft, timeToWait } from './pacing/deadline';
import { reserveTokens } from './pacing/reserveTokens';
import { newProgress, takeOffMaxWait, type Progress } from './progress';
import type { Reply } from './rateLimiter/rateLimiter';
import { processLimiters } from './rateLimiter/registry';
import { receive, type Reception, type StreamedResponse } from './receive';
import { retryDelay } from './retry';
import { bodyWithoutSecrets, secretsOf } from './secrecy/callSecrets';

/** A longer timer would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The request for n8n's helper. It is new for every attempt, because n8n writes the token into it. */
function optionsFor({ request }: Call, timeout: number): IHttpRequestOptions {
	// As text, because the HTTP client drops fields like "constructor" from an object.
	const body = request.body && JSON.stringify(request.body);
	return {
		method: request.method,
		url: request.url,
		headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
		...(body && { body }),
		// Otherwise the HTTP client reads the whole body into memory, however large.
		encoding: 'stream',
		timeout,
		disableFollowRedirect: true,
		returnFullResponse: true,
		// n8n's own error hides the headers and contains the token.
		ignoreHttpStatusErrors: true,
	};
}

async function sendOnce({ context, usage }: Run, call: Call): Promise<Reception> {
	const { operation, request, timeoutOption } = call;
	const time = Math.min(call.timeoutMs, timeLeft(call), MAX_TIMER_MS);
	const timeoutMs = Math.ceil(time);
	// A copy, because n8n can change it.
	const data = { ...call.connection.credential };
	usage.requests++;
	const sending = context.helpers.httpRequestWithAuthentication.call(
		context,
		'agentSuiteApi',
		optionsFor(call, timeoutMs),
		// Otherwise n8n loads and decrypts the credential for every request.
		{ credentialsDecrypted: { id: '', name: '', type: 'agentSuiteApi', data } },
	) as Promise<StreamedResponse>;
	const sent = { operation, url: request.url, timeoutMs, timeoutOption };
	return await receive(sending, sent, secretsOf(call));
}

/** How the request counts for the rate limits. @param result undefined if it was not sent */
export function replyOf(result: Reception | undefined): Reply {
	if (result === undefined) return 'unsent';
	if ('body' in result) return 'answered';
	const { problem, retry, retryAfterMs } = result.failure;
	if (problem.kind === 'connection') return 'lost';
	if (retry === 'throttled') return { retryAfterMs };
	return Number(problem.status) >= 500 ? 'failed' : 'answered';
}

function chargeOf(result: Reception | undefined): Charge {
	if (result === undefined) return 'no';
	return 'body' in result ? 'yes' : result.failure.charged;
}

/** Sends a request once, when the rate limits allow it. @throws {Problem} if it is not sent */
async function sendInSlot(run: Run, call: Call, progress: Progress) {
	const { account } = call.connection;
	const { limiters = processLimiters } = run;
	const limiter = limiters.of(account, steadyClock.now());
	const wait = async () => await acquireSlot(run, call, limiter, progress);
	const queued = await run.accountQueue.run(account, wait);
	let result: Reception | undefined;
	try {
		checkTime(run, call);
		result = await sendOnce(run, call);
		return result;
	} finally {
		limiter.report(queued, steadyClock.now(), replyOf(result));
	}
}

/** Reserves the tokens of a request, sends it with `sendInSlot`, and settles what it cost. @throws {Problem} if it is not sent */
async function attempt(run: Run, call: Call, progress: Progress) {
	const settle = await reserveTokens(run, call, progress);
	let result: Reception | undefined;
	try {
		result = await sendInSlot(run, call, progress);
		return result;
	} finally {
		settle(chargeOf(result));
	}
}

/** A stop of n8n after an attempt that might have been processed. n8n has to see the stop, so the rest follows it. */
function stoppedAfter({ message, description, facts }: Problem, stop: Problem): Problem {
	const stopped = stop.with({
		description: `${stop.description} Before that: ${sentence(message)} ${description}`,
	});
	stopped.facts = facts;
	return stopped;
}

/**
 * The Problem of a request of which an attempt could not be sent: what matters more to the user.
 * @param last how the attempt before it ended
 * @param unsent why this one was not sent
 */
function finalProblem(last: Failure | undefined, unsent: unknown, { halt }: Run): unknown {
	const isFirst = last === undefined || last.retry === 'throttled';
	if (isFirst) return unsent;
	const isStop = unsent instanceof Problem && unsent.kind === 'stopped';
	// For example the time of a poll is over: the failure that is tried again says more.
	if (!isStop) return last.problem;
	// Another item has ended the run, and its error is shown.
	if (halt.isConsequence(unsent)) return unsent;
	return last.processed === 'perhaps' ? stoppedAfter(last.problem, unsent) : unsent;
}

/** The charges of a request, over all attempts. @param charged on the response that was a success */
function tokensText(charged: number, { perhapsCharged }: Progress): string {
	if (charged + perhapsCharged === 0) return 'none charged';
	const perhaps = `${perhapsCharged}${charged > 0 ? ' more' : ''} might have been charged`;
	return [charged > 0 && `${charged} charged`, perhapsCharged > 0 && perhaps]
		.filter(Boolean)
		.join(', ');
}

/** @param response what the service says */
function factsOf(
	{ request }: Call,
	progress: Progress,
	response?: string,
	charged = 0,
): RequestFacts {
	return {
		request: `${request.method} ${new URL(request.url).pathname}`,
		...(response && { response }),
		tokens: tokensText(charged, progress),
	};
}

/** Takes note of a failed attempt. */
function recordFailure(failure: Failure, run: Run, call: Call, progress: Progress): void {
	const { problem, retry, endsAccount } = failure;
	progress.attempts++;
	if (retry === 'throttled') progress.throttled++;
	if (retry === 'timeout') progress.timedOut++;
	if (failure.charged === 'perhaps') progress.perhapsCharged += call.operation.tokens;
	progress.last = failure;
	problem.facts = factsOf(call, progress, problem.detail);
	if (endsAccount) run.halt.endAccount(call.connection.account, problem);
}

/**
 * Plans the next attempt.
 * @returns the time until then, ms. Undefined if there is none.
 */
function planRetry(failure: Failure, run: Run, call: Call, progress: Progress) {
	const { retry, retryAfterMs = 0 } = failure;
	const delayMs = retryDelay(
		failure,
		progress,
		call.operation.effect,
		Math.random(),
		run.backoffMs,
	);
	if (delayMs === undefined || delayMs > timeToWait(call)) return undefined;
	// A 429's is waited for, and taken off, in `acquireSlot`.
	if (retry === 'unavailable') takeOffMaxWait(progress, retryAfterMs);
	return delayMs;
}

/**
 * Sends a request within the rate limits, and retries if that is safe.
 * @returns the decoded body of the successful response
 * @throws {Problem} for every other outcome
 */
async function send(run: Run, call: Call, progress: Progress): Promise<unknown> {
	const { account } = call.connection;
	const { halt } = run;
	let delayMs = 0;
	for (;;) {
		let result: Reception;
		try {
			await halt.sleep(delayMs, account);
			result = await attempt(run, call, progress);
		} catch (unsent) {
			throw finalProblem(progress.last, unsent, run);
		}
		if ('body' in result) return bodyWithoutSecrets(result.body, call);

		recordFailure(result.failure, run, call, progress);
		const delay = planRetry(result.failure, run, call, progress);
		if (delay === undefined) throw result.failure.problem;
		delayMs = delay;
	}
}

/** The Problem of a success that is none, with what the service says in it. */
function refusalOf(error: unknown, body: unknown, call: Call, progress: Progress): unknown {
	if (!(error instanceof Problem)) return error;
	const detail = isRecord(body) ? serviceText(body, secretsOf(call)) : undefined;
	const refusal = error.with({ detail });
	refusal.facts = factsOf(call, progress, detail, call.operation.tokens);
	return refusal;
}

/**
 * Sends a request and reads the records of its response. It logs how many could not be read.
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function requestRecords(run: Run, call: Call): Promise<IDataObject[]> {
	const { logger } = run.context;
	const progress = newProgress(call.maxWaitMs);
	const body = await send(run, call, progress);
	try {
		return call.operation.records(body, (skipped) =>
			logger.warn(`Agent Suite: skipped ${count(skipped, 'record')} that cannot be read`),
		);
	} catch (error) {
		throw refusalOf(error, body, call, progress);
	}
}
