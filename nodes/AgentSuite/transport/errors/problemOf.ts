import { Problem } from '../../model/problem';
import { sentences } from '../../texts/words';
import type { FailureText } from '../outcomes/text';

/** The Problem of what we say of a failure. @param parts what else is known of it */
export const problemOf = (
	{ headline, advice, ifItLasts, cause, forModel }: FailureText,
	{
		retryAfterMs,
		...parts
	}: Pick<Problem, 'kind' | 'status' | 'detail'> & { retryAfterMs?: number },
): Problem =>
	new Problem({
		...parts,
		headline,
		description: sentences(advice, ifItLasts),
		forModel,
		...(cause && { failure: { cause, ...(retryAfterMs && { retryAfterMs }) } }),
	});
