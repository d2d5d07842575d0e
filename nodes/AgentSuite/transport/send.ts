import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import {
	acquireSlot,
	clock,
	momentText,
	within,
	type Deadlines,
	type Waiter,
} from './pacing/acquireSlot';
import type { Connection } from './connection';
import { reserveDay, type SettleDay } from './pacing/dailyBudget';
import type { Halt } from './pacing/halt';
import type { Charge } from './pacing/runUsage';
import { readTransportError, type TransportError } from './errors/transportError';
import type { RateLimiter, Slot } from './rateLimiter/rateLimiter';
import { processLimiters, type RateLimiters } from './rateLimiter/registry';
import type { Mutex } from './pacing/mutex';
import type { Problem } from '../model/problem';
import type { PreparedRequest } from './request';
import { decide, parseRetryAfter, type Backoff, type Outcome } from './retry';
import { httpProblem, refusesToken, type HttpResponse } from './errors/httpError';
import { sleepUnlessStopped } from './pacing/sleep';

/** One request of one operation, with its settings. */
export interface Call extends Deadlines {
	operation: Operation;
	connection: Connection;
	request: PreparedRequest;
	timeoutMs: number;
	/** Label of the option that sets the timeout, if there is one. */
	timeoutOption?: string;
	/** Maximum number of tokens of the run, 0 for no limit. */
	maxTokens: number;
	/** Texts in the request that no message can show. The token is always one. */
	secrets: string[];
}

/** What tests replace. */
export interface SendSettings {
	/** Pause between attempts. */
	backoff?: Backoff;
	/** Default: those of the process. */
	limiters?: RateLimiters;
}

/** Shared by all requests of one run. */
export interface Run extends Waiter, SendSettings {
	/** Stops sending early. Not needed for a single request. */
	halt?: Halt;
	/**
	 * By account, because a run takes only one place in the queue of a rate limiter at a time. This way, the wait of an
	 * item does not include the items before it.
	 */
	sendLock: Mutex;
}

/** The text of the HTTP client for its own timeout. */
const TIMEOUT = new Error('timeout of 0 ms exceeded');

/** The context with a signal that also ends a request at its timeout. Older n8n versions ignore it. */
function withCancelSignal<T extends IAllExecuteFunctions>(context: T, expired: AbortSignal): T {
	// The context of a poll has no such method.
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const signal = stop ? AbortSignal.any([stop, expired]) : expired;
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as T;
}

/** The response, or an error when the signal fires. `Promise.race` would keep each response in memory until then. */
async function before<T>(expired: AbortSignal, sending: Promise<T>): Promise<T> {
	let onExpiry = () => {};
	try {
		return await new Promise<T>((resolve, reject) => {
			onExpiry = () => reject(TIMEOUT);
			expired.addEventListener('abort', onExpiry, { once: true });
			sending.then(resolve, reject);
		});
	} finally {
		expired.removeEventListener('abort', onExpiry);
	}
}

/**
 * Sends the request once, through n8n's HTTP helper.
 * The options object is new for every request, because n8n writes the token into it. The status is checked here,
 * because n8n's own error hides the headers and contains the token.
 */
async function sendOnce({ context }: Run, call: Call): Promise<HttpResponse | TransportError> {
	const { request, connection } = call;
	// As text, because the HTTP client drops fields like "constructor" from an object.
	const body = request.body && JSON.stringify(request.body);
	// A timer needs an integer, and 0 would mean no limit.
	const timeoutMs = Math.max(1000, Math.ceil(within(call.timeoutMs, call)));
	// The client's own timeout restarts with every byte of a body.
	const expired = AbortSignal.timeout(timeoutMs);
	const options: IHttpRequestOptions & { allowedDomains?: string } = {
		method: request.method,
		url: request.url,
		headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
		...(body && { body }),
		json: true,
		timeout: timeoutMs,
		disableFollowRedirect: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		allowedDomains: connection.host,
	};
	const data = { accessToken: connection.accessToken, baseUrl: connection.baseUrl };
	const sending = context.helpers.httpRequestWithAuthentication.call(
		// n8n only reads the signal from the context.
		withCancelSignal(context, expired),
		'agentSuiteApi',
		options,
		// Otherwise n8n loads and decrypts the credential for every request.
		{ credentialsDecrypted: { id: '', name: '', type: 'agentSuiteApi', data } },
	);
	try {
		const { statusCode, headers, body } = await before(expired, sending);
		return { status: statusCode, headers: headers ?? {}, body };
	} catch (error) {
		const cause = expired.aborted ? TIMEOUT : error;
		return readTransportError(cause, request.url, timeoutMs, call.timeoutOption);
	}
}

/** Tells the limiter how a request ended. */
function report(limiter: RateLimiter, slot: Slot, outcome: Outcome): void {
	if (outcome.kind !== 'status') limiter.report(slot, clock(), 'lost');
	else limiter.report(slot, clock(), outcome.status === 429 ? outcome : 'answered');
}

function outcomeOf(result: HttpResponse | TransportError): Outcome {
	if (!('problem' in result)) {
		const { status, headers } = result;
		const date = Date.parse(String(headers.date ?? ''));
		return {
			kind: 'status',
			status,
			retryAfterMs: parseRetryAfter(headers['retry-after'], Number.isNaN(date) ? Date.now() : date),
		};
	}
	return result.kind === 'timeout'
		? { kind: 'timeout' }
		: { kind: 'connection', sent: result.sent };
}

const isSuccess = (result: HttpResponse | TransportError): result is HttpResponse =>
	'status' in result && result.status >= 200 && result.status <= 299;

/** Statuses of a service that refuses the token, the balance, or the rate, before it looks at the request. */
const FREE = [401, 402, 403, 429];

/**
 * Whether a failed request was charged. The API says that every call is, and nothing about failed ones, so all that
 * the service looked at count.
 */
function chargeOf(result: HttpResponse | TransportError): 'perhaps' | 'no' {
	if ('problem' in result) return result.sent === 'no' ? 'no' : 'perhaps';
	const { status } = result;
	return (status >= 300 && status < 400) || FREE.includes(status) ? 'no' : 'perhaps';
}

/** Whether a failed request might have been processed. */
function mayBeProcessed(result: HttpResponse | TransportError): boolean {
	if ('problem' in result) return result.sent === 'maybe';
	return result.status < 300 || result.status >= 500;
}

/** The Problem for a request that got a 429 and cannot be retried in time. */
function notRetried(refused: Problem, late: Problem): Problem {
	const { message } = late;
	return late.with({
		message: `${refused.message}. ${message.replace(/^Request not sent/, 'The request was not retried')}`,
	});
}

/**
 * The Problem of a request that is not retried.
 * @param last that of the attempt before, which might have been processed unless it was a 429
 * @param unsent why no other attempt is sent. The end of the run or of the execution says nothing about the request.
 */
function lastAttempt(last: Problem, unsent: Problem): Problem {
	if (unsent.kind === 'connection') return unsent;
	if (last.status !== 429) return last;
	return unsent.status === 429 ? notRetried(last, unsent) : unsent;
}

/** The result of one attempt. */
interface Attempt {
	result: HttpResponse | TransportError;
	outcome: Outcome;
}

/**
 * Sends a request once, within the rate limits and the limits of tokens.
 * @throws {Problem} if it is not sent
 */
async function attemptOnce(run: Run, call: Call, limiter: RateLimiter): Promise<Attempt> {
	const { usage } = run;
	const { tokens } = call.operation;
	await usage.reserve(tokens, call.maxTokens);
	let charged: Charge = 'no';
	let settleDay: SettleDay | undefined;
	try {
		settleDay = reserveDay(call.connection, tokens, Date.now(), (at) =>
			momentText(at, run.context),
		);
		const slot = await run.sendLock.run(call.connection.account, () =>
			acquireSlot(run, call, limiter),
		);
		charged = 'perhaps';
		usage.requests++;
		const result = await sendOnce(run, call);
		charged = isSuccess(result) ? 'yes' : chargeOf(result);
		const outcome = outcomeOf(result);
		report(limiter, slot, outcome);
		return { result, outcome };
	} finally {
		usage.settle(tokens, charged);
		if (settleDay) usage.today = settleDay(charged, Date.now());
	}
}

/**
 * Sends a request within the rate limits, and retries if that is safe.
 * @returns the decoded body of the successful response
 * @throws {Problem} for every other outcome
 */
export async function send(given: Run, call: Call): Promise<unknown> {
	const { operation, connection } = call;
	const { account, limits } = connection;
	const { halt } = given;
	const signal = halt?.signalOf(account) ?? given.signal;
	const run = { ...given, signal };
	const limiter = (run.limiters ?? processLimiters).of(account, limits, clock());
	let throttled = 0;
	let delayMs = 0;
	let last: Problem | undefined;
	for (let attempt = 1; ; attempt++) {
		const { result, outcome } = await sleepUnlessStopped(delayMs, signal)
			.then(async () => await attemptOnce(run, call, limiter))
			.catch((unsent: Problem) => {
				throw last ? lastAttempt(last, unsent) : unsent;
			});
		if (isSuccess(result)) return result.body;

		const problem =
			'problem' in result
				? result.problem
				: httpProblem(operation, result, [connection.accessToken, ...call.secrets]);
		// A retry could write twice.
		problem.inDoubt = !operation.idempotent && mayBeProcessed(result);
		if ('problem' in result && ['stopped', 'refused', 'unreadable'].includes(result.kind)) {
			throw problem;
		}
		if (!('problem' in result) && refusesToken(result)) halt?.endAccount(account, problem);
		if ('status' in result && result.status === 429) throttled++;
		const decision = decide({
			outcome,
			attempt,
			throttled,
			idempotent: operation.idempotent,
			random: Math.random(),
			maxWaitMs: call.maxWaitMs,
			backoff: run.backoff,
		});
		if (!decision.again || decision.delayMs > within(Infinity, call)) throw problem;
		if (within(Infinity, call) === 0) throw problem;
		last = problem;
		delayMs = decision.delayMs;
	}
}
