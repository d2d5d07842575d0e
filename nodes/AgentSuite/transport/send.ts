import { createHash } from 'node:crypto';

import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import type { Connection } from './connection';
import { reserveDay, type SettleDay } from './dailyBudget';
import { type RunUsage, limitText } from './runUsage';
import { readTransportError, type TransportError } from './transportError';
import type { Pacer, Reservation } from './rateLimiter/rateLimiter';
import { pacerFor } from './rateLimiter/registry';
import type { Mutex } from './mutex';
import { Problem } from '../model/problem';
import type { PreparedRequest } from './request';
import { decide, parseRetryAfter, type Backoff, type Outcome } from './retry';
import { httpProblem, type HttpResponse } from './httpError';
import { stopped, sleepUnlessStopped } from './sleep';

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
	/** n8n's Stop. */
	signal: AbortSignal | undefined;
	/**
	 * A run holds one place in the queue of the pacer, whatever it has to send: the wait of an item is
	 * its own, then, and does not count the items before it.
	 */
	sendSlot: Mutex;
	/** Between attempts; the usual one if left out. */
	backoff?: Backoff;
}

/** How long to sleep before asking the pacer again at the latest, ms. */
const LOOK_AGAIN = 1000;

/** How long the call may still take or wait, ms: `most`, unless its deadline is nearer. */
function within(most: number, { deadline = Infinity }: Call): number {
	return Math.max(0, Math.min(most, deadline - Date.now()));
}

/** The pacer that everyone shares who uses the same token and base URL. */
function pacerOf({ accessToken, baseUrl, limits }: Connection): Pacer {
	const key = createHash('sha256').update(`${accessToken}\n${baseUrl}`).digest('base64');
	return pacerFor(key, limits, Date.now());
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
	try {
		const { statusCode, headers, body } = await context.helpers.httpRequestWithAuthentication.call(
			context,
			'agentSuiteApi',
			options,
			// Else n8n loads it from its database and decrypts it for every request again.
			{ credentialsDecrypted: { id: '', name: '', type: 'agentSuiteApi', data } },
		);
		return { status: statusCode, headers: headers ?? {}, body };
	} catch (error) {
		return readTransportError(error, request.url, timeoutMs);
	}
}

function tooLong(booked: Reservation, call: Call, usage: RunUsage, now: number): Problem {
	const ms = Math.max(0, booked.at - now);
	const what = booked.limit === undefined ? 'The rate limit' : limitText(booked.limit);
	const opens = `${what} opens at ${new Date(booked.at).toISOString()}, in ${Math.ceil(ms / 1000)} s`;
	const polled = {
		why: 'this poll may not last so long',
		cure: 'A later poll tries again. If it happens often, poll less often.',
	};
	const run = {
		why: `Max Wait is ${call.maxWaitMs / 1000} s`,
		cure: `${usage.progress()} Run the rest after that time, or raise the option "Max Wait (Seconds)".`,
	};
	const { why, cure } = call.late ?? (call.deadline === undefined ? run : polled);
	return new Problem({
		kind: 'status',
		status: 429,
		message: `Not sent: ${opens}, and ${why}`,
		description: cure,
		failure: { cause: 'rate-limited', retryAfterMs: ms },
	});
}

/**
 * Waits until the limits let the request go.
 * @throws {Problem} when that takes longer than Max Wait, or the run is stopped
 */
async function acquireSlot(run: Run, call: Call, pacer: Pacer): Promise<Reservation> {
	const booked = pacer.reserve(Date.now());
	try {
		for (let since = Date.now(); ;) {
			if (run.signal?.aborted) throw stopped();
			const now = Date.now();
			const ms = pacer.depart(booked, now);
			if (ms <= 0) return booked;
			if (booked.at > now) {
				if (booked.at - now > within(call.maxWaitMs, call)) {
					throw tooLong(booked, call, run.usage, now);
				}
			} else if (within(1, call) === 0) {
				throw tooLong(booked, call, run.usage, now);
			} else {
				since = now;
			}
			const limit = booked.limit;
			// In slices: a place that somebody gives back moves this one up.
			await sleepUnlessStopped(Math.min(ms, LOOK_AGAIN), run.signal);
			if (limit !== undefined) run.usage.waited(since, Date.now(), limit);
			since = Date.now();
		}
	} finally {
		pacer.release(booked);
	}
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

/**
 * Sends a call, at the pace the limits allow, and again where that is safe.
 * @returns the decoded body of the success answer
 * @throws {Problem} for every other outcome
 */
export async function send(run: Run, call: Call): Promise<unknown> {
	const { operation } = call;
	const { usage, signal } = run;
	const pacer = pacerOf(call.connection);
	let throttled = 0;
	for (let attempt = 1; ; attempt++) {
		usage.reserve(operation.tokens, call.maxTokens);
		let charged: 'yes' | 'perhaps' | 'no' = 'no';
		let result: HttpResponse | TransportError;
		let outcome: Outcome;
		let settleDay: SettleDay | undefined;
		try {
			settleDay = reserveDay(call.connection, operation.tokens, Date.now());
			const booked = await run.sendSlot.run(() => acquireSlot(run, call, pacer));
			charged = 'perhaps';
			usage.requests++;
			result = await sendOnce(run, call);
			charged = isSuccess(result) ? 'yes' : chargeOf(result);
			outcome = outcomeOf(result);
			if (outcome.kind === 'status' && outcome.status === 429) {
				throttled++;
				pacer.limited(booked, Date.now(), outcome.retryAfterMs, Math.random());
			} else {
				pacer.landed(booked, Date.now(), 'status' in result);
			}
		} finally {
			usage.settle(operation.tokens, charged);
			if (settleDay) usage.today = settleDay(charged, Date.now());
		}
		if (isSuccess(result)) return result.body;

		const problem =
			'problem' in result ? result.problem : httpProblem(operation, result, call.secrets);
		if ('problem' in result && (result.kind === 'stopped' || result.kind === 'refused')) {
			throw problem;
		}
		const decision = decide({
			outcome,
			attempt,
			throttled,
			idempotent: operation.idempotent,
			random: Math.random(),
			backoff: run.backoff,
		});
		problem.inDoubt = !decision.again && decision.reason === 'unsafe';
		if (!decision.again || decision.delayMs > within(call.maxWaitMs, call)) throw problem;
		if (call.deadline !== undefined && Date.now() >= call.deadline) throw problem;
		await sleepUnlessStopped(decision.delayMs, signal);
	}
}
