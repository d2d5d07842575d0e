/**
 * From the last function up: `requestRecords` reads what `send` returns. That repeats `attempt`, which reserves the tokens for
 * `sendInSlot`. That waits for the rate limits and calls `sendOnce`.
 */

import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { count } from '../model/words';
import type { Call, Run } from './call';
import type { Failure } from './errors/failure';
import { chargeOf, factsOf, finalProblem, noSuccessOf, replyOf } from './outcome';
import { acquireSlot } from './pacing/acquireSlot';
import { steadyClock } from './pacing/clock';
import { checkTime, timeLeft, timeToWait } from './pacing/deadline';
import { reserveTokens } from './pacing/reserveTokens';
import { newProgress, takeOffMaxWait, type Progress } from './progress';
import { processLimiters } from './rateLimiter/registry';
import { receive, type Reception, type StreamedResponse } from './receive';
import { retryDelay } from './retry';
import { notRetried, retryQuota } from './retryQuota';
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
	// The Retry-After of a 429 is waited for, and taken off, in `acquireSlot`.
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
		if ('body' in result) {
			retryQuota.putBack(account);
			return bodyWithoutSecrets(result.body, call);
		}

		recordFailure(result.failure, run, call, progress);
		const delay = planRetry(result.failure, run, call, progress);
		const { problem, retry } = result.failure;
		if (delay === undefined) throw problem;
		if (retry !== 'throttled' && !retryQuota.take(account)) throw notRetried(problem);
		delayMs = delay;
	}
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
		throw noSuccessOf(error, body, call, progress);
	}
}
