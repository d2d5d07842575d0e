import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { accountOf, type Connection } from './connection';
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

/** One call of one operation, ready to go. */
export interface Call {
	operation: Operation;
	connection: Connection;
	request: PreparedRequest;
	timeoutMs: number;
	/** How long one wait for the rate limit may last. */
	maxWaitMs: number;
	/** Bound of the tokens of the run, 0 for none. */
	maxTokens: number;
	/** When it has to be over, ms since the epoch: a poll may only last so long. */
	deadline?: number;
	/** What to say when the limits open too late: why it is too late, and what to do. */
	late?: { why: string; cure: string };
	/** Texts that no error may show: the token and the passwords of the request. */
	secrets: string[];
}

/** What all calls of one run share. */
export interface Run {
	context: IAllExecuteFunctions;
	usage: RunUsage;
	/** Ends waits: n8n's Stop, the end of the run, or of the token. */
	signal: AbortSignal | undefined;
	/** What ends sending early; none where only one request is sent. */
	halt?: Halt;
	/**
	 * A run holds one place in the queue of the rate limiter, whatever it has to send: the wait of an item is
	 * its own, then, and does not count the items before it.
	 */
	sendSlot: Mutex;
	/** Between attempts; the usual one if left out. */
	backoff?: Backoff;
}

/** How long to sleep before asking the rate limiter again at the latest, ms. */
const LOOK_AGAIN = 1000;

/** How long the call may still take or wait, ms: `most`, unless its deadline is nearer. */
function within(most: number, { deadline = Infinity }: Call): number {
	return Math.max(0, Math.min(most, deadline - Date.now()));
}

/** Milliseconds that go on evenly, whoever sets the clock. */
const clock = (): number => performance.timeOrigin + performance.now();

/** What the client says when its own timeout has passed. */
const TIMEOUT = new Error('timeout of 0 ms exceeded');

/** The context, with a signal that ends a request beside n8n's Stop. Older n8n does not look at it. */
function withCancelSignal<T extends IAllExecuteFunctions>(context: T, expired: AbortSignal): T {
	// A poll has none of its own.
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const signal = stop ? AbortSignal.any([stop, expired]) : expired;
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as T;
}

/** The response, or an error when the signal fires. A race of promises would keep each response until then. */
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
 * Sends the request once, through n8n's own HTTP helper.
 * The options object is new for every call, since n8n writes the token into it; the status is read
 * here, since the error n8n makes of one hides the headers and carries the token.
 */
async function sendOnce({ context }: Run, call: Call): Promise<HttpResponse | TransportError> {
	const { request, connection } = call;
	// As text: the HTTP client leaves fields like "constructor" out of an object.
	const body = request.body && JSON.stringify(request.body);
	// Never 0, which means no limit.
	const timeoutMs = Math.max(1000, within(call.timeoutMs, call));
	// The client's own timeout starts anew with every byte of a body.
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
		// n8n takes the signal that ends a request from here, and from nowhere else.
		withCancelSignal(context, expired),
		'agentSuiteApi',
		options,
		// Else n8n loads it from its database and decrypts it for every request again.
		{ credentialsDecrypted: { id: '', name: '', type: 'agentSuiteApi', data } },
	);
	try {
		const { statusCode, headers, body } = await before(expired, sending);
		return { status: statusCode, headers: headers ?? {}, body };
	} catch (error) {
		return readTransportError(expired.aborted ? TIMEOUT : error, request.url, timeoutMs);
	}
}

/** A moment as the user of the workflow reads it: in its time zone, which is named. */
function momentText(at: number, context: IAllExecuteFunctions): string {
	const timeZone = context.getTimezone();
	// Of all languages, Swedish writes a date as computers do: 2026-03-04 15:30:00.
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
 * Waits until the limits let the request go.
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
			// In slices: a place that somebody gives back moves this one up.
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

/** What a failed request costs: the interface does not show it, so only what cannot be charged is free. */
function chargeOf(result: HttpResponse | TransportError): 'perhaps' | 'no' {
	if ('problem' in result) return result.sent === 'no' ? 'no' : 'perhaps';
	const rejected = result.status < 500 && result.status >= 300;
	return rejected ? 'no' : 'perhaps';
}

/** Of a request that the service has refused as too many, and that came too late to be sent again. */
function notRetried(refused: Problem, { message, description, status, failure }: Problem): Problem {
	return new Problem({
		kind: 'status',
		message: `${refused.message}. ${message.replace(/^Request not sent/, 'The request was not retried')}`,
		description,
		status,
		failure,
	});
}

/**
 * Sends a call, at the pace the limits allow, and again where that is safe.
 * @returns the decoded body of the success answer
 * @throws {Problem} for every other outcome
 */
export async function send(given: Run, call: Call): Promise<unknown> {
	const { operation, connection } = call;
	const { usage, halt } = given;
	const token = JSON.stringify([connection.accessToken, connection.baseUrl]);
	const signal = halt?.signalOf(token) ?? given.signal;
	const run = { ...given, signal };
	const limiter = limiterFor(accountOf(connection), connection.limits, clock());
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
		// Once more would do it twice.
		problem.inDoubt = !operation.idempotent && charged === 'perhaps';
		if ('problem' in result && ['stopped', 'refused', 'unreadable'].includes(result.kind)) {
			throw problem;
		}
		if (!('problem' in result) && refusesToken(result)) halt?.endToken(token, problem);
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
