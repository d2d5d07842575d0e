import { Problem } from '../../model/problem';
import type { Sent } from '../secrecy/shown';
import { serviceText } from './serviceText';

/** "TypeError", "ERR_STREAM", or "EPIPE", which contain nothing of a request. */
const KIND = /^(?:[A-Za-z]{0,40}Error|E[A-Z_]{2,40})$/;

function kindOf(error: unknown): string {
	const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
	return [name, code].filter((text) => typeof text === 'string' && KIND.test(text)).join(' ');
}

/** The error that caused it. n8n and its HTTP client wrap errors. */
function rootOf(error: unknown): unknown {
	let root = error;
	for (let depth = 0; depth < 6; depth++) {
		const { cause } = (root ?? {}) as { cause?: unknown };
		if (!(cause instanceof Error)) break;
		root = cause;
	}
	return root;
}

/**
 * The Problem of an exception that this package did not foresee, with its cause. Its text can contain any value, so it is shown
 * like a text of the service.
 */
export function unexpectedProblem(error: unknown, request: Sent): Problem {
	const root = rootOf(error);
	const text = String((root as { message?: unknown } | null | undefined)?.message ?? root);
	const cause = [kindOf(root), serviceText(text, request)].filter(Boolean).join(': ');
	return new Problem({
		kind: 'unexpected',
		message: 'The node stopped for an unknown reason',
		...(cause && { detail: cause }),
		description: 'If this keeps happening, contact the maintainers of this node.',
	});
}
