import { Problem } from '../../model/problem';
import type { Sent } from '../secrecy/shown';
import { serviceText } from './serviceText';

/** "TypeError" and a code, which contain nothing of a request. */
function kindOf(error: unknown): string {
	const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
	const isPlain = (text: unknown) => typeof text === 'string' && /^\w{1,60}$/.test(text);
	return [name, code].filter(isPlain).join(' ');
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
