/**
 * Any error as a Problem. Which of these makes it:
 *
 *     problemOf           before there is a request: an error of n8n, or of an expression, says most itself
 *     asProblem           with a request: the text can quote what was sent, so it is shown like one of the service
 *                         (transport/secrecy/unexpected.ts)
 *     unforeseenOutcome   that, as an attempt of which nobody knows whether it was processed (transport/outcomeOf.ts)
 */

import { ExpressionError } from 'n8n-workflow';

import type { Audience } from '../../model/audience';
import { Problem } from '../../model/problem';
import { isRecord } from '../../records/record';
import { cutAfterWord } from '../../texts/words';

/** Characters of the text of an error of others. */
const MAX_FOREIGN = 500;

/**
 * An error of others can be of any realm, a text, or undefined. What it says can quote anybody, so for a model it is the detail, and it
 * does not get its description.
 */
export function problemOf(error: unknown, audience: Audience): Problem {
	if (error instanceof Problem) return error;
	const { message = error, description } = isRecord(error) ? error : {};
	return new Problem({
		kind: 'unexpected',
		...(audience === 'model' && hasText(message)
			? { headline: 'The node could not run', detail: cutAfterWord(message, MAX_FOREIGN) }
			: { headline: hasText(message) ? message : 'The node stopped for an unknown reason' }),
		description: hasText(description) ? description : '',
		forModel: 'Tell the user.',
		...(error instanceof ExpressionError && { expression: error.context }),
	});
}

const hasText = (value: unknown): value is string => typeof value === 'string' && value !== '';
