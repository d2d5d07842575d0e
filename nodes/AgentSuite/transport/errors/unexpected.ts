import { Problem } from '../../model/problem';
import type { Connection } from '../connection';
import { maskSecrets } from './mask';

/** Characters of its text that are shown. */
const MAX_SHOWN = 300;

/** The Problem of an error that this package did not foresee. Its text can contain any value. */
export function unexpectedProblem(
	error: unknown,
	{ connection, secrets }: { connection: Connection; secrets: readonly string[] },
): Problem {
	const text = String((error as { message?: unknown } | null | undefined)?.message ?? error);
	const shown = maskSecrets(
		text.slice(0, MAX_SHOWN),
		[connection.accessToken, ...secrets],
		text.length > MAX_SHOWN,
	);
	return new Problem({
		kind: 'input',
		message: 'The node stopped for an unknown reason',
		detail: shown,
		description: 'If this keeps happening, contact the maintainers of this node.',
	});
}
