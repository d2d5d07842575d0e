import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { isRecord } from '../model/record';
import type { Connection } from './connection';
import type { Failure } from './errors/failure';
import { httpFailure, type HttpResponse } from './errors/httpError';
import { maskValue } from './errors/mask';
import { lossOf, lostFailure, type LossName } from './errors/transportError';
import { unexpectedProblem } from './errors/unexpected';
import {
	acquireSlot,
	clock,
	momentText,
	timeLeft,
	type Deadlines,
	type Waiter,
	type Waits,
} from './pacing/acquireSlot';
import { reserveDay } from './pacing/dailyBudget';
import type { Halt } from './pacing/halt';
import type { Mutex } from './pacing/mutex';
import type { Charge } from './pacing/runUsage';
import { sleepUnlessStopped } from './pacing/sleep';
import type { Outcome, RateLimiter } from './rateLimiter/rateLimiter';
import { processLimiters, type RateLimiters } from './rateLimiter/registry';
import { receive, ResponseTooLarge, type StreamedResponse } from './receive';
import type { PreparedRequest } from './request';
import { retryDelay, type Backoff } from './retry';

/** One request of one operation, with its settings. */
export interface Call extends Deadlines {
	operation: Operation;
	connection: Connection;
	request: PreparedRequest;
	/** Time for the whole response, ms. */
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

/** Longest possible timer, ms. A longer one would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const MIN_TIMEOUT_MS = 1000;

/** What an attempt came to. */
type Result = { success: HttpResponse } | { failure: Failure };

/** The request for n8n's helper. It is new for every attempt, because n8n writes the token into it. */
function optionsFor({ request, connection }: Call, timeout: number): IHttpRequestOptions {
	// As text, because the HTTP client drops fields like "constructor" from an object.
	const body = request.body && JSON.stringify(request.body);
	const options: IHttpRequestOptions & { allowedDomains: string } = {
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
		allowedDomains: connection.host,
	};
	return options;
}

/** Sends the request once, through n8n's HTTP helper. */
async function sendOnce({ context, usage }: Run, call: Call): Promise<Result> {
	const { operation, connection, request, timeoutOption } = call;
	const time = Math.ceil(Math.min(call.timeoutMs, timeLeft(call), MAX_TIMER_MS));
	const timeoutMs = Math.max(MIN_TIMEOUT_MS, time);
	const expired = AbortSignal.timeout(timeoutMs);
	// The context of a poll has no such method.
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const { accessToken, baseUrl } = connection;
	const lost = (name: LossName) => ({
		failure: lostFailure(name, { operation, url: request.url, timeoutMs, timeoutOption }),
	});
	const options = optionsFor(call, timeoutMs);
	usage.requests++;
	try {
		const sending = context.helpers.httpRequestWithAuthentication.call(
			context,
			'agentSuiteApi',
			options,
			// Otherwise n8n loads and decrypts the credential for every request.
			{
				credentialsDecrypted: {
					id: '',
					name: '',
					type: 'agentSuiteApi',
					data: { accessToken, baseUrl },
				},
			},
		) as Promise<StreamedResponse>;
		const response = await receive(sending, expired);
		if (response.status >= 200 && response.status <= 299) return { success: response };
		return { failure: httpFailure(operation, response, [accessToken, ...call.secrets]) };
	} catch (error) {
		if (stop?.aborted) return lost('stopped');
		if (expired.aborted) return lost('timeout');
		return lost(error instanceof ResponseTooLarge ? 'tooLarge' : lossOf(error));
	}
}

function outcomeOf(result: Result | undefined): Outcome {
	if (result === undefined) return 'unsent';
	if ('success' in result) return 'answered';
	const { problem, retry, retryAfterMs } = result.failure;
	if (problem.kind === 'connection') return 'lost';
	return retry === 'throttled' ? { retryAfterMs } : 'answered';
}

function chargeOf(result: Result | undefined): Charge {
	if (result === undefined) return 'no';
	return 'success' in result ? 'yes' : result.failure.charged;
}

/**
 * Sends a request once, within the rate limits and the limits of tokens. Whatever it has reserved is given back if
 * nothing is sent.
 * @throws {Problem} if it is not sent
 */
async function attemptOnce(
	run: Run,
	call: Call,
	limiter: RateLimiter,
	waits: Waits,
): Promise<Result> {
	const { usage, context } = run;
	const { operation, connection } = call;
	const { account, limits } = connection;
	const { tokens } = operation;
	let result: Result | undefined;
	await usage.reserve(tokens, call.maxTokens);
	try {
		const settleDay = reserveDay(connection, tokens, Date.now(), (at) => momentText(at, context));
		try {
			const slot = await run.sendLock.run(
				account,
				async () => await acquireSlot(run, { ...call, limits }, limiter, waits),
			);
			try {
				return (result = await sendOnce(run, call));
			} finally {
				limiter.report(slot, clock(), outcomeOf(result));
			}
		} finally {
			usage.today = settleDay(chargeOf(result), Date.now());
		}
	} finally {
		usage.settle(tokens, chargeOf(result));
	}
}

/**
 * The Problem of a request of which no further attempt is sent.
 * @param last the attempt before, which might have been processed unless it was a 429
 * @param unsent why. The end of the run or of the execution says nothing about the request.
 */
function finalProblem(last: Failure | undefined, unsent: unknown, call: Call): Problem {
	if (!(unsent instanceof Problem)) return unexpectedProblem(unsent, call);
	const isKnown = last !== undefined && last.retry !== 'throttled';
	return isKnown && unsent.kind !== 'connection' ? last.problem : unsent;
}

/** The body of a success. A service that quotes what it was sent must not bring a password into the output. */
function bodyOf({ body }: HttpResponse, call: Call): unknown {
	const { operation, request, secrets, connection } = call;
	if (secrets.length === 0 || !isRecord(body)) return body;
	const sent = Object.values(request.body ?? {}).filter((value) => typeof value === 'string');
	const names = ['message', ...Object.keys(operation.sample)];
	// These are only in the output if the user includes them.
	const own = Object.entries(body).filter(([name]) => operation.secrets?.includes(name));
	const all = [connection.accessToken, ...secrets];
	return maskValue(body, all, [...sent, ...names, ...own.map(([, value]) => value)]);
}

/**
 * Sends a request within the rate limits, and retries if that is safe.
 * @returns the decoded body of the successful response
 * @throws {Problem} for every other outcome
 */
export async function send(given: Run, call: Call): Promise<unknown> {
	const { operation, connection, maxWaitMs } = call;
	const { account } = connection;
	const { halt } = given;
	const run = { ...given, signal: halt?.signalOf(account) ?? given.signal };
	const limiter = (run.limiters ?? processLimiters).of(account, clock());
	const waits: Waits = { leftMs: maxWaitMs };
	let throttled = 0;
	let delayMs = 0;
	let last: Failure | undefined;
	for (let attempts = 1; ; attempts++) {
		let result: Result;
		try {
			await sleepUnlessStopped(delayMs, run.signal);
			result = await attemptOnce(run, call, limiter, waits);
		} catch (unsent) {
			throw finalProblem(last, unsent, call);
		}
		if ('success' in result) return bodyOf(result.success, call);

		const { failure } = result;
		const { problem, retry, retryAfterMs } = failure;
		if (failure.endsAccount) halt?.endAccount(account, problem);
		if (retry === 'throttled') {
			throttled++;
			waits.refusal = problem;
		}
		const { idempotent } = operation;
		const history = { attempts, throttled, idempotent, waitMs: waits.leftMs, backoff: run.backoff };
		const delay = retryDelay(failure, history, Math.random());
		if (delay === undefined || delay >= timeLeft(call)) throw problem;
		if (retry === 'unavailable') waits.leftMs -= retryAfterMs ?? 0;
		last = failure;
		delayMs = delay;
	}
}
