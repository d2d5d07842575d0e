import { Problem } from '../../model/problem';
import { sentences } from '../../texts/words';
import { isRedirect, type Status } from '../outcomes/statuses';
import type { HttpResponse } from '../receive/receive';
import type { Request } from '../request';
import { shownLine } from '../secrecy/shown';

/**
 * The Problem of a response without success: the text of its status.
 * @param meaning of its status
 * @param said by the service, as far as it may be shown
 * @param pauseMs for which it asks
 */
export function statusProblem(
	meaning: Status,
	response: HttpResponse,
	{ said, pauseMs }: { said: string; pauseMs?: number },
	request: Request,
): Problem {
	const { advice } = request.operation;
	const { status } = response;
	const text = meaning.says({ status, advice, origin: originOf(response, request) });
	const { headline, cause, forModel } = text;
	return new Problem({
		kind: 'status',
		status,
		headline,
		detail: SAYS_NOTHING.test(said) ? undefined : said,
		description: sentences(text.advice, text.ifItLasts),
		forModel,
		...(cause && { failure: { cause, ...(pauseMs && { retryAfterMs: pauseMs }) } }),
	});
}

/** What a status says already, such as the title of an HTML page. */
const SAYS_NOTHING =
	/^(?:HTTP )?(?:\d{3}\W*)?(?:error|bad request|unauthorized|payment required|forbidden|not found|proxy authentication required|conflict|too many requests|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)?\W*$/i;

/** Where a redirect leads, without the path. */
function originOf({ status, headers }: HttpResponse, request: Request): string | undefined {
	const location = String(headers.location ?? '');
	const url = isRedirect(status) && URL.canParse(location) ? new URL(location) : undefined;
	return url?.host && shownLine(url.origin, request) === url.origin ? url.origin : undefined;
}
