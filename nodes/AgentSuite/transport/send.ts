import type { IAllExecuteFunctions, IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { count, isRecord } from '../model/record';
import type { Connection } from './connection';
import { withholdSecrets } from './errors/withhold';
import {
	acquireSlot,
	Mutex,
	timeLeft,
	type Deadlines,
	type Waiter,
	type Waits,
} from './pacing/acquireSlot';
import { steadyClock } from './pacing/clock';
import { reserveDay } from './pacing/dailyBudget';
import { Halt } from './pacing/halt';
import { RunUsage, type Charge } from './pacing/runUsage';
import type { Outcome, RateLimiter } from './rateLimiter/rateLimiter';
import { processLimiters, type RateLimiters } from './rateLimiter/registry';
import { receive, type Reception, type StreamedResponse } from './receive';
import { prepare, type PreparedRequest } from './request';
import { retryDelay, type Backoff, type Failure } from './retry';

/** One request, with its settings. */
export interface Call extends Deadlines {
	operation: Operation;
	connection: Connection;
	request: PreparedRequest;
	/** Time for the whole response, ms. */
	timeoutMs: number;
	/** Label of the option that sets it, if there is one. */
	timeoutOption?: string;
	/** In the execution, 0 for no limit. */
	maxTokens: number;
	/** Secret texts in the request, apart from the token. */
	secrets: string[];
}

/** What tests replace. */
export interface SendSettings {
	backoff?: Backoff;
	/** Default: those of the process. */
	limiters?: RateLimiters;
}

/** Shared by all requests of one run. */
export type Run = Waiter & SendSettings;

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

/** Texts that no message can show. */
export const secretsOf = ({ connection, secrets }: Call) => [connection.accessToken, ...secrets];

async function sendOnce({ context, usage }: Run, call: Call): Promise<Reception> {
	const { operation, request, timeoutOption } = call;
	const { accessToken, baseUrl } = call.connection;
	const time = Math.min(call.timeoutMs, timeLeft(call), MAX_TIMER_MS);
	const timeoutMs = Math.max(1000, Math.ceil(time));
	const data = { accessToken, baseUrl };
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

function outcomeOf(result: Reception | undefined): Outcome {
	if (result === undefined) return 'unsent';
	if ('body' in result) return 'answered';
	const { problem, retry, retryAfterMs } = result.failure;
	if (problem.kind === 'connection') return 'lost';
	return retry === 'throttled' ? { retryAfterMs } : 'answered';
}

function chargeOf(result: Reception | undefined): Charge {
	if (result === undefined) return 'no';
	return 'body' in result ? 'yes' : result.failure.charged;
}

/** Sends a request once, within the limits of requests and tokens. @throws {Problem} if it is not sent */
async function attemptOnce(
	run: Run,
	call: Call,
	limiter: RateLimiter,
	waits: Waits,
): Promise<Reception> {
	const { usage } = run;
	const { tokens } = call.operation;
	const { account } = call.connection;
	let result: Reception | undefined;
	const settle: Array<() => void> = [];
	try {
		await usage.reserve(tokens, call.maxTokens);
		settle.push(() => usage.settle(tokens, chargeOf(result)));
		const settleDay = reserveDay(call.connection, tokens, Date.now());
		settle.push(() => (usage.today = settleDay(chargeOf(result), Date.now())));
		const wait = async () => await acquireSlot(run, call, limiter, waits);
		const slot = await run.sendLock.run(account, wait);
		settle.push(() => limiter.report(slot, steadyClock.now(), outcomeOf(result)));
		result = await sendOnce(run, call);
		return result;
	} finally {
		for (const giveBack of settle) giveBack();
	}
}

/** The Problem of a request that is not sent again. The attempt before might have been processed unless it was a 429. */
function finalProblem(last: Failure | undefined, unsent: unknown): unknown {
	// It says nothing about the request.
	const isStop = unsent instanceof Problem && unsent.kind === 'connection';
	const isKnown = last !== undefined && last.retry !== 'throttled';
	return isKnown && !isStop ? last.problem : unsent;
}

/** The body of a success. A service that quotes what it was sent must not bring a password into the output. */
function withoutSecrets(body: unknown, call: Call): unknown {
	const { operation, request, secrets } = call;
	if (secrets.length === 0 || !isRecord(body)) return body;
	const sent = Object.values(request.body ?? {}).filter((value) => typeof value === 'string');
	const names = ['message', ...Object.keys(operation.sample)];
	// These are only in the output if the user includes them.
	const own = (operation.secrets ?? []).map((name) => body[name]);
	return withholdSecrets(body, secretsOf(call), [...sent, ...names, ...own]);
}

/**
 * Sends a request within the rate limits, and retries if that is safe.
 * @returns the decoded body of the successful response
 * @throws {Problem} for every other outcome
 */
export async function send(run: Run, call: Call): Promise<unknown> {
	const { operation, connection, maxWaitMs } = call;
	const { account } = connection;
	const { halt, backoff, limiters = processLimiters } = run;
	const { effect } = operation;
	const limiter = limiters.of(account, steadyClock.now());
	const waits: Waits = { leftMs: maxWaitMs };
	let throttled = 0;
	let delayMs = 0;
	let last: Failure | undefined;
	for (let attempts = 1; ; attempts++) {
		let result: Reception;
		try {
			await halt.sleep(delayMs, account);
			result = await attemptOnce(run, call, limiter, waits);
		} catch (unsent) {
			throw finalProblem(last, unsent);
		}
		if ('body' in result) return withoutSecrets(result.body, call);

		last = result.failure;
		const { problem, retry, retryAfterMs = 0 } = last;
		if (last.endsAccount) halt.endAccount(account, problem);
		if (retry === 'throttled') {
			throttled++;
			waits.refusal = problem;
		}
		const history = { attempts, throttled, effect, waitMs: waits.leftMs, backoff };
		const delay = retryDelay(last, history, Math.random());
		if (delay === undefined || delay >= timeLeft(call)) throw problem;
		if (retry === 'unavailable') waits.leftMs -= retryAfterMs;
		delayMs = delay;
	}
}

/** Logs how many records could not be read. @throws {Problem} when the response does not have the documented shape */
export function recordsOf(
	{ logger }: IAllExecuteFunctions,
	operation: Operation,
	body: unknown,
): IDataObject[] {
	return operation.records(body, (skipped) =>
		logger.warn(`Agent Suite: skipped ${count(skipped, 'record')} that cannot be read`),
	);
}

/**
 * Reads a list without parameters, outside the loop over items.
 * @param times `budgetMs`: maximum time for everything, such as the time of a poll. Default: no limit
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function readList(
	context: IAllExecuteFunctions,
	operation: Operation,
	connection: Connection,
	{ budgetMs = Infinity, ...times }: Pick<Call, 'timeoutMs' | 'maxWaitMs'> & { budgetMs?: number },
	settings: SendSettings = {},
	usage = new RunUsage(),
): Promise<IDataObject[]> {
	const run = { context, usage, halt: new Halt(), sendLock: new Mutex(), ...settings };
	const request = prepare(operation, connection.baseUrl, operation.request({}, {}));
	const deadline = steadyClock.now() + budgetMs;
	const call = { ...times, deadline, operation, connection, request, maxTokens: 0, secrets: [] };
	return recordsOf(context, operation, await send(run, call));
}
