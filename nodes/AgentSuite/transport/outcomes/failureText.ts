import { Problem, type FailureCause } from '../../model/problem';

/** What we say of a failure. */
export interface FailureText {
	/** What happened, in one line. */
	headline: string;
	/** What to do. */
	advice?: string;
	/** What n8n calls it. Absent if none of its classes fits. */
	cause?: FailureCause;
	/** Advice for a model. Absent if only a person can act. */
	forModel?: string;
}

/** The Problem of a failure. @param parts what else is known of it */
export const problemOf = (
	{ headline, advice = '', cause, forModel }: FailureText,
	{
		retryAfterMs,
		...parts
	}: Pick<Problem, 'kind' | 'status' | 'detail'> & { retryAfterMs?: number },
): Problem =>
	new Problem({
		...parts,
		headline,
		description: advice,
		forModel,
		...(cause && { failure: { cause, ...(retryAfterMs && { retryAfterMs }) } }),
	});
