import type { Problem } from '../../model/problem';
import { isRedirect, type Status } from '../outcomes/statuses';
import type { HttpResponse } from '../receive/receive';
import type { Request } from '../request';
import { shownLine } from '../secrecy/shown';
import { problemOf } from './problemOf';

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
	return problemOf(meaning.text({ status, advice, origin: originOf(response, request) }), {
		kind: 'status',
		status,
		detail: said || undefined,
		retryAfterMs: pauseMs,
	});
}

/** Where a redirect leads, without the path. */
function originOf({ status, headers }: HttpResponse, request: Request): string | undefined {
	const location = String(headers.location ?? '');
	const url = isRedirect(status) && URL.canParse(location) ? new URL(location) : undefined;
	return url?.host && shownLine(url.origin, request) === url.origin ? url.origin : undefined;
}
