import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import type { Connection } from './connection';
import { reserveDay, type SettleDay } from './dailyBudget';
import type { Halt } from './halt';
import { type Charge, type RunUsage, limitText } from './runUsage';
import { readTransportError, type TransportError } from './transportError';
import type { RateLimiter, Slot } from './rateLimiter/rateLimiter';
import { limiterFor } from './rateLimiter/registry';
import type { Mutex } from './mutex';
import { Problem } from '../model/problem';
import type { PreparedRequest } from './request';
import { decide, parseRetryAfter, type Backoff, type Outcome } from './retry';
import { httpProblem, refusesToken, type HttpResponse } from './httpError';
import { haltReason, sleepUnlessStopped } from './sleep';

/** One request of one operation, with its settings. */
export interface Call {
	operation: Operation;
	connection: Connection;
	request: PreparedRequest;
	timeoutMs: number;
	/** Label of the option that sets the timeout, if there is one. */
	timeoutOption?: string;
	/** Maximum time of one wait for the rate limit. */
	maxWaitMs: number;
	/** Maximum number of tokens of the run, 0 for no limit. */
	maxTokens: number;
	/** When it has to end, ms since the epoch, because the time of a poll is limited. */
	deadline?: number;
	/** Message texts for a rate limit that resets too late. */
	late?: { why: string; cure: string };
	/** Texts that errors must not show: the token and the passwords of the request. */
	secrets: string[];
}

/** Shared by all requests of one run. */
export interface Run {
	context: IAllExecuteFunctions;
	usage: RunUsage;
	/** Ends waits on n8n's Stop, at the end of the run, or when the token is refused. */
	signal: AbortSignal | undefined;
	/** Stops sending early. Not needed for a single request. */
	halt?: Halt;
	/**
	 * A run takes only one place in the queue of the rate limiter at a time. This way, the wait of an item does not
	 * include the items before it.
	 */
	sendSlot: Mutex;
	/** Pause between attempts. Tests shorten it. */
	backoff?: Backoff;
}

/** Maximum sleep before asking the rate limiter again, ms. */
const LOOK_AGAIN = 1000;

/** The time left for the call, ms: `most`, unless its deadline is nearer. */
function within(most: number, { deadline = Infinity }: Call): number {
	return Math.max(0, Math.min(most, deadline - Date.now()));
}

/** The time in ms, unaffected by changes of the system clock. */
const clock = (): number => performance.timeOrigin + performance.now();

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
	// 0 would mean no limit.
	const timeoutMs = Math.max(1000, within(call.timeoutMs, call));
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
		allowedDomains: connection.allowedDomains,
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

/** A time for the user, in the time zone of the workflow. */
function momentText(at: number, context: IAllExecuteFunctions): string {
	const timeZone = context.getTimezone();
	// The Swedish locale writes dates like ISO 8601: 2026-03-04 15:30:00.
	return `${new Date(at).toLocaleString('sv-SE', { timeZone })} (${timeZone})`;
}

function tooLong({ limit }: Slot, ms: number, call: Call, run: Run): Problem {
	const what = limit === undefined ? 'the rate limit' : limitText(limit);
	const moment = momentText(Date.now() + ms, run.context);
	const resets = `${what} ${limit === 'pause' ? 'ends' : 'resets'} at ${moment}, in ${Math.ceil(ms / 1000)} s`;
	const polled = {
		why: 'this poll cannot last that long',
		cure: 'A later poll tries again. If this happens often, poll less often.',
	};
	const { why, cure } =
		call.late ??
		(call.deadline === undefined
			? {
					why: `'Max Wait (Seconds)' is ${call.maxWaitMs / 1000}`,
					cure: run.usage.goOn("Raise the option 'Max Wait (Seconds)'", 'after that time'),
				}
			: polled);
	return new Problem({
		kind: 'status',
		status: 429,
		message: `Request not sent: ${resets}, and ${why}`,
		description: cure,
		forModel: 'Call the tool again after that time.',
		failure: { cause: 'rate-limited', retryAfterMs: ms },
	});
}

/**
 * Waits until the limits allow the request.
 * @throws {Problem} when that takes longer than Max Wait, or the run is stopped
 */
async function acquireSlot(run: Run, call: Call, limiter: RateLimiter): Promise<Slot> {
	const began = clock();
	const slot = limiter.enqueue(began);
	try {
		for (;;) {
			if (run.signal?.aborted) throw haltReason(run.signal);
			const now = clock();
			const ms = limiter.tryAcquire(slot, now);
			if (ms <= 0) return slot;
			const { at, limit } = slot;
			if (at - began > call.maxWaitMs || at - now > within(Infinity, call)) {
				throw tooLong(slot, at - now, call, run);
			}
			const since = Date.now();
			// In slices, because a place that another request gives back moves this one up.
			await sleepUnlessStopped(Math.min(ms, LOOK_AGAIN), run.signal);
			if (limit !== undefined) run.usage.waited(since, Date.now(), limit);
		}
	} finally {
		limiter.release(slot);
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

/** Whether a failed request was charged. The API does not say, so it counts unless a charge is impossible. */
function chargeOf(result: HttpResponse | TransportError): 'perhaps' | 'no' {
	if ('problem' in result) return result.sent === 'no' ? 'no' : 'perhaps';
	const rejected = result.status < 500 && result.status >= 300;
	return rejected ? 'no' : 'perhaps';
}

/** The Problem for a request that got a 429 and cannot be retried in time. */
function notRetried(refused: Problem, late: Problem): Problem {
	const { message, description, status, failure, forModel } = late;
	return new Problem({
		kind: 'status',
		message: `${refused.message}. ${message.replace(/^Request not sent/, 'The request was not retried')}`,
		description,
		status,
		failure,
		forModel,
	});
}

/**
 * Sends a request within the rate limits, and retries if that is safe.
 * @returns the decoded body of the successful response
 * @throws {Problem} for every other outcome
 */
export async function send(given: Run, call: Call): Promise<unknown> {
	const { operation, connection } = call;
	const { account, limits } = connection;
	const { usage, halt } = given;
	const signal = halt?.signalOf(account) ?? given.signal;
	const run = { ...given, signal };
	const limiter = limiterFor(account, limits, clock());
	let throttled = 0;
	let last: Problem | undefined;
	for (let attempt = 1; ; attempt++) {
		if (signal?.aborted) throw haltReason(signal);
		await usage.reserve(operation.tokens, call.maxTokens).catch((exceeded: Problem) => {
			throw last ?? exceeded;
		});
		let charged: Charge = 'no';
		let result: HttpResponse | TransportError;
		let outcome: Outcome;
		let settleDay: SettleDay | undefined;
		try {
			settleDay = reserveDay(connection, operation.tokens, Date.now(), (at) =>
				momentText(at, run.context),
			);
			const slot = await run.sendSlot
				.run(() => acquireSlot(run, call, limiter))
				.catch((problem: Problem) => {
					throw last?.status === 429 && problem.status === 429
						? notRetried(last, problem)
						: problem;
				});
			charged = 'perhaps';
			usage.requests++;
			result = await sendOnce(run, call);
			charged = isSuccess(result) ? 'yes' : chargeOf(result);
			outcome = outcomeOf(result);
			report(limiter, slot, outcome);
		} finally {
			usage.settle(operation.tokens, charged);
			if (settleDay) usage.today = settleDay(charged, Date.now());
		}
		if (isSuccess(result)) return result.body;

		const problem =
			'problem' in result ? result.problem : httpProblem(operation, result, call.secrets);
		// A retry could write twice.
		problem.inDoubt = !operation.idempotent && charged === 'perhaps';
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
		if (call.deadline !== undefined && Date.now() >= call.deadline) throw problem;
		last = problem;
		await sleepUnlessStopped(decision.delayMs, signal);
	}
}
