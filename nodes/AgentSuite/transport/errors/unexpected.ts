import { Problem } from '../../model/problem';
import { serviceText } from './serviceText';

/** The Problem of an error that this package did not foresee. Its text can contain any value. */
export function unexpectedProblem(error: unknown, secrets: readonly string[]): Problem {
	const text = String((error as { message?: unknown } | null | undefined)?.message ?? error);
	return new Problem({
		kind: 'unexpected',
		message: 'The node stopped for an unknown reason',
		detail: serviceText(text, secrets),
		description: 'If this keeps happening, contact the maintainers of this node.',
	});
}
