import { Problem } from '../../model/problem';
import { causesOf } from '../receive/causes';
import type { Quotable } from './rules';
import { exceptionText } from './shown';

/** "TypeError", "ERR_STREAM", or "EPIPE", which contain nothing of a request. */
const KIND = /^(?:[A-Za-z]{0,40}Error|E[A-Z_]{2,40})$/;

function kindOf(error: unknown): string {
	const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
	return [name, code].filter((text) => typeof text === 'string' && KIND.test(text)).join(' ');
}

/** The message of an error, or a text that was thrown in place of one. */
function messageOf(thrown: unknown): string {
	const { message: text = thrown } = Object(thrown) as { message?: unknown };
	return typeof text === 'object' && text ? '' : String(text);
}

function causeOf(error: unknown, request: Quotable): string {
	try {
		const root = causesOf(error).findLast((one) => one instanceof Error) ?? error;
		return [kindOf(root), exceptionText(messageOf(root), request)].filter(Boolean).join(': ');
	} catch {
		// An error that cannot even be read must not leave the request without an end.
		return '';
	}
}

/**
 * What has failed, as a Problem. What this package did not foresee might have come after the request was sent. Its text can contain
 * any value, so it is shown like a text of the service.
 */
export function asProblem(error: unknown, request: Quotable): Problem {
	if (error instanceof Problem) return error;
	const cause = causeOf(error, request);
	return new Problem({
		kind: 'unexpected',
		message: 'The node stopped for an unknown reason',
		...(cause && { detail: cause }),
		description: 'If this keeps happening, contact the maintainers of this node.',
	});
}
