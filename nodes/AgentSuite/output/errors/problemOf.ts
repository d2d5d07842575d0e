import { ExpressionError } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import { isRecord } from '../../records/record';

/**
 * Any error as a Problem. One of n8n, or of an expression, says most itself. It can be of any realm, a text, or undefined. What a request
 * fails with is a Problem before it comes here, because it could quote what was sent (`asProblem` in transport/secrecy/unexpected.ts).
 */
export function problemOf(error: unknown): Problem {
	if (error instanceof Problem) return error;
	const { message = error, description } = isRecord(error) ? error : {};
	return new Problem({
		...(hasText(message)
			? { kind: 'foreign', message: message }
			: { kind: 'unexpected', message: 'The node stopped for an unknown reason' }),
		description: hasText(description) ? description : '',
		forModel: 'Tell the user.',
		...(error instanceof ExpressionError && { expression: error.context }),
	});
}

const hasText = (value: unknown): value is string => typeof value === 'string' && value !== '';
