/**
 * The Problems of requests that failed. Start here to see how their texts are composed:
 *
 * - headline (what happened): statusTexts.ts or lossTexts.ts
 * - detail: the words of the service
 * - description (what to do): the wait the service asks for, our advice or that of the operation, what to do if it might have been
 *   processed, and what to do if it lasts
 *
 * Then `facts.ts` adds what was sent and what it cost, and `output/nodeErrors.ts` the item. The texts of requests that were not
 * sent are in notSent.ts and halted.ts.
 */

import { Problem } from '../../model/problem';
import type { Operation } from '../../model/operation';
import { doubtAbout } from '../../texts/doubt';
import { inWords } from '../../texts/times';
import { sentences } from '../../texts/words';
import { isInDoubt, type Fate, type Failure } from '../outcomes/outcome';
import { isRedirect } from '../outcomes/policies';
import { causesOf, type LossName } from '../receive/loss';
import type { HttpResponse } from '../receive/receive';
import type { Request } from '../request';
import { shownLine, type Sent } from '../secrecy/shown';
import { lossTexts } from './lossTexts';
import { statusText } from './statusTexts';

/** The Problem of a response without success. */
export function statusProblem(
	response: HttpResponse,
	{ fate, pause, said = '' }: Omit<Failure, 'problem'>,
	request: Request,
): Problem {
	const { operation } = request;
	const { advice } = operation;
	const { status } = response;
	const text = statusText({ status, advice, origin: originOf(response, request) });
	const { headline, cause, forModel } = text;
	const retryAfterMs = pause?.ms ?? 0;
	const wait = retryAfterMs > 0 && `The service asks you to wait ${inWords(retryAfterMs)}.`;
	return new Problem({
		kind: 'status',
		status,
		inDoubt: isInDoubt(operation.effect, fate),
		headline,
		detail: SAYS_NOTHING.test(said) ? undefined : said,
		description: sentences(wait, text.advice, doubtText(operation, fate), text.ifItLasts),
		forModel,
		...(cause && { failure: { cause, ...(retryAfterMs > 0 && { retryAfterMs }) } }),
	});
}

/** What to do if the service might have processed the request. Empty if it has not. */
const doubtText = ({ effect, advice }: Operation, fate: Fate): string =>
	fate === 'unclear' ? sentences(doubtAbout[effect], advice.inDoubt) : '';

/** Where a redirect leads, without the path. */
function originOf({ status, headers }: HttpResponse, request: Request): string | undefined {
	const location = String(headers.location ?? '');
	const url = isRedirect(status) && URL.canParse(location) ? new URL(location) : undefined;
	return url?.host && shownLine(url.origin, request) === url.origin ? url.origin : undefined;
}

/** What a status says already, such as the title of an HTML page. */
const SAYS_NOTHING =
	/^(?:HTTP )?(?:\d{3}\W*)?(?:error|bad request|unauthorized|payment required|forbidden|not found|conflict|too many requests|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)?\W*$/i;

/** The Problem of a request without a response that can be read. */
export function lossProblem(name: LossName, fate: Fate, request: Request): Problem {
	const { headline, advice, cause } = lossTexts[name](new URL(request.url).host, request);
	const { operation } = request;
	return new Problem({
		kind: 'connection',
		headline,
		description: sentences(advice, doubtText(operation, fate)),
		inDoubt: isInDoubt(operation.effect, fate),
		...(cause && { failure: { cause } }),
	});
}

/** "TypeError", "ERR_STREAM", or "EPIPE", which contain nothing of a request. */
const KIND = /^(?:[A-Za-z]{0,40}Error|E[A-Z_]{2,40})$/;

function kindOf(error: unknown): string {
	const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
	return [name, code].filter((text) => typeof text === 'string' && KIND.test(text)).join(' ');
}

/**
 * The Problem of an exception that this package did not foresee, with its cause. Its text can contain any value, so it is shown
 * like a text of the service.
 * @param doubt what to do if it might have come after the request was sent
 */
export function unexpectedProblem(error: unknown, request: Sent, doubt?: string): Problem {
	const root = causesOf(error).findLast((one) => one instanceof Error) ?? error;
	const text = String((root as { message?: unknown } | null | undefined)?.message ?? root);
	const cause = [kindOf(root), shownLine(text, request)].filter(Boolean).join(': ');
	const ifItLasts = 'If this keeps happening, contact the maintainers of this node.';
	return new Problem({
		kind: 'unexpected',
		headline: 'The node stopped for an unknown reason',
		...(cause && { detail: cause }),
		description: sentences(doubt, ifItLasts),
	});
}

/** The Problem of such an exception, if it might have come after the request was sent. */
export function unexpectedAfterSending(error: unknown, request: Request): Problem {
	const { operation } = request;
	const problem = unexpectedProblem(error, request, doubtText(operation, 'unclear'));
	return problem.with({ inDoubt: isInDoubt(operation.effect, 'unclear') });
}

/** What failed with a request that was planned. One that nobody foresaw can also have come after it was sent. */
export const sentProblem = (error: unknown, request: Request): Problem =>
	error instanceof Problem ? error : unexpectedAfterSending(error, request);
