import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { Problem } from '../model/problem';
import { count } from '../model/words';
import { lastOutcome, newAttempt, takeOffMaxWait, type Attempt } from './attempt';
import { factsOf } from './errors/facts';
import { serviceText } from './errors/serviceText';
import { beyondMaxWait, whatMatters, withoutRetries } from './errors/notRepeated';
import type { Outcome } from './outcome';
import { acquireSlot } from './pacing/acquireSlot';
import { steadyClock } from './pacing/clock';
import { checkTime, timeLeft } from './pacing/deadline';
import { reserveTokens } from './pacing/reserveTokens';
import { receive, type StreamedResponse } from './receive';
import type { Request } from './request';
import { planRetry, type Retry } from './retry';
import { retryQuota } from './retryQuota';
import type { Run } from './run';
import { sendSettings } from './settings';
import { USER_AGENT } from './userAgent';

/**
 * Sends a request and reads the records of its response. It logs how many could not be read.
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function requestRecords(run: Run, request: Request): Promise<IDataObject[]> {
	const attempt = newAttempt(run, request);
	const body = await send(attempt);
	try {
		return request.operation.records(body, (skipped) =>
			run.context.logger.warn(
				`Agent Suite: skipped ${count(skipped, 'record')} that cannot be read`,
			),
		);
	} catch (error) {
		throw withResponse(error, body, attempt);
	}
}

/** The Problem of a success response of another shape, with what the service says in it. */
function withResponse(error: unknown, body: unknown, attempt: Attempt): unknown {
	if (!(error instanceof Problem)) return error;
	const { request } = attempt;
	// In a shape that is not documented, secrets of the service can be anywhere. A text that is no JSON is a page.
	const isShown = request.operation.secrets.length === 0 && typeof body !== 'string';
	const said = isShown ? serviceText(body, request) : '';
	const problem = error.with({ detail: said || undefined });
	problem.facts = factsOf(attempt, said);
	return problem;
}

/**
 * Sends a request within the rate limits, and again if that is safe.
 * @returns the decoded body of the successful response
 * @throws {Problem} for every other outcome
 */
async function send(attempt: Attempt): Promise<unknown> {
	const { account } = attempt.request.connection;
	let retry: Retry = { afterMs: 0 };
	for (;;) {
		const outcome = await sendAfter(retry, attempt);
		attempt.outcomes.push(outcome);
		const { problem } = outcome;
		if (!problem) {
			retryQuota.putBack(account);
			return outcome.body;
		}
		problem.facts = factsOf(attempt);
		if (outcome.endsAccount) attempt.run.halt.endAccount(account, problem);
		retry = planRetry(attempt);
		if (retry === 'never') throw problem;
		if (retry === 'beyondMaxWait') {
			throw beyondMaxWait(problem, outcome.retryAfterMs ?? 0, attempt);
		}
		if (retry !== 'inNextSlot' && !retryQuota.take(account)) throw withoutRetries(problem);
	}
}

/** Sends the request at the planned time. @throws {Problem} if it is not sent */
async function sendAfter(
	retry: Exclude<Retry, 'never' | 'beyondMaxWait'>,
	attempt: Attempt,
): Promise<Outcome> {
	const { run, request } = attempt;
	try {
		// Otherwise `acquireSlot` waits, and takes its wait off Max Wait.
		if (retry !== 'inNextSlot') {
			takeOffMaxWait(attempt, lastOutcome(attempt)?.retryAfterMs ?? 0);
			await run.halt.sleep(retry.afterMs, request.connection.account);
		}
		return await sendWithTokens(attempt);
	} catch (error) {
		throw whatMatters(attempt, error);
	}
}

/** Reserves the tokens of a request, sends it, and settles what it cost. @throws {Problem} if it is not sent */
async function sendWithTokens(attempt: Attempt): Promise<Outcome> {
	const settle = await reserveTokens(attempt);
	let outcome: Outcome | undefined;
	try {
		outcome = await sendInSlot(attempt);
		return outcome;
	} finally {
		settle(outcome);
	}
}

/** Sends a request when the rate limits allow it. @throws {Problem} if it is not sent */
async function sendInSlot(attempt: Attempt): Promise<Outcome> {
	const { run, request } = attempt;
	const { account } = request.connection;
	const limiter = sendSettings.limiters.of(account, steadyClock.now());
	const throttledMs = () => run.throttledMs.get(account) ?? 0;
	const before = throttledMs();
	const wait = async () => {
		takeOffMaxWait(attempt, throttledMs() - before);
		return await acquireSlot(attempt, limiter);
	};
	const queued = await run.accountQueue.run(account, wait);
	let outcome: Outcome | undefined;
	try {
		checkTime(attempt);
		outcome = await sendNow(run, request);
		return outcome;
	} finally {
		limiter.report(queued, steadyClock.now(), outcome?.reply ?? 'unsent');
	}
}

/** A longer timer would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

async function sendNow({ context, usage, halt }: Run, request: Request): Promise<Outcome> {
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
