import type { FailureCause } from '../../model/problem';

/** What we say of a failure. */
export interface FailureText {
	/** What happened, in one line. */
	headline: string;
	/** What to do. */
	advice?: string;
	/** What to do if it keeps happening, or lasts far too long. */
	ifItLasts?: string;
	/** What n8n calls it. Absent if none of its classes fits. */
	cause?: FailureCause;
	/** Advice for a model. Absent if only a person can act. */
	forModel?: string;
}
