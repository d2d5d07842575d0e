/**
 * What an attempt came to, from what came (receive/): what that means for what follows and what is said of a failure (outcomes/), and what
 * may be shown of what the service says (secrecy/).
 */

import { Problem } from '../model/problem';
import type { Failure, Outcome } from './outcomes/outcome';
import { lossRow } from './outcomes/losses';
import { verdictOf, type Rejection, type Verdict } from './outcomes/verdict';
import type { LossName } from './receive/loss';
import type { Head, HttpResponse, Received } from './receive/receive';
import type { Request } from './request';
import { failureText, redirectOrigin, serviceText } from './secrecy/shown';
import { shownRecord } from './secrecy/shownRecord';
import { asProblem } from './secrecy/unexpected';

const NO_CONTENT = 204;

/** What came, as what it came to. @param given the verdict on a head that somebody already goes by */
export function outcomeOf(received: Received, request: Request, given?: Verdict): Outcome {
	if ('exception' in received) return unforeseenOutcome(received.exception, request);
	if ('loss' in received) return lostOutcome(received, request);
	const { response } = received;
	const verdict = given ?? verdictOf(response, request.operation.effect);
	return verdict.fate === 'done'
		? readOutcome(response, request)
		: failedOutcome(response, verdict, request);
}

/** What a success came to, if its records can be read. */
function readOutcome({ status, body }: HttpResponse, request: Request): Outcome {
	let skipped = 0;
	try {
		// By all of the body, because what reports a failure can be in a field that is not shown.
		const records = request.operation.readRecords(
			status === NO_CONTENT ? undefined : body,
			(count) => (skipped = count),
		);
		return {
			fate: 'done',
			records: records.map((record) => shownRecord(record, request)),
			skipped,
		};
	} catch (error) {
		// A text that is no JSON is a page.
		const said = typeof body === 'string' ? '' : serviceText(body, request);
		const problem = asProblem(error, request);
		// What nobody foresaw has its own.
		const detail = problem.detail ?? said;
		return { fate: 'unclear', said, problem: problem.with({ ...(detail && { detail }) }) };
	}
}

/** What a response without success came to. @param verdict of its head */
function failedOutcome(response: HttpResponse, verdict: Rejection, request: Request): Failure {
	const { advice } = request.operation;
	const { status } = response;
	const { fate, retry, text, pause, isRedirect } = verdict;
	const said = isRedirect ? '' : failureText(response.body, request);
	const origin = isRedirect && redirectOrigin(response.headers.location, request);
	return {
		fate,
		retry,
		said,
		problem: new Problem({
			...text({ status, advice, ...(origin && { origin }) }),
			kind: 'status',
			status,
			...(said && { detail: said }),
			...(pause?.ms && { retryAfterMs: pause.ms }),
		}),
	};
}

/** What a request without a response that can be read came to. */
function lostOutcome({ loss, head }: { loss: LossName; head?: Head }, request: Request): Failure {
	const { text, kind = 'connection', ...policy } = lossRow(loss, head !== undefined);
	const { url, timeoutMs, hasOptions } = request;
	const { host } = new URL(url);
	return {
		...policy,
		problem: new Problem({ ...text({ host, timeoutMs, hasOptions }), kind }),
	};
}

/** What a request came to that ended in a way that nobody foresaw. It can have been sent. */
export const unforeseenOutcome = (exception: unknown, request: Request): Failure => ({
	fate: 'unclear',
	problem: asProblem(exception, request),
});
