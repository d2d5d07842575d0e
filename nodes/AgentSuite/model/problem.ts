/** Which part failed. It decides the class of n8n's error and what can be done next. */
export type ProblemKind =
	/** A parameter or credential is wrong: nothing was sent, nothing was paid. */
	| 'input'
	/** The service answered with a status other than success. */
	| 'status'
	/** The service answered with success, but not in the promised shape. */
	| 'answer'
	/** There was no response. */
	| 'connection';

/** What to tell a person: what happened, and what to do next. */
export interface ProblemText {
	kind: ProblemKind;
	/** What happened. The item is added by `output/nodeErrors.ts`. */
	message: string;
	/** What to do next. */
	description: string;
	/** What an AI model can do next, where that is something else than what a person can do. */
	forModel?: string;
	/** HTTP status, where there is one. */
	status?: number;
	/** n8n's classification (2.41 and later), and when to try again. */
	failure?: { cause: FailureCause; retryAfterMs?: number };
}

/** The causes that n8n understands in `NodeApiError.failure`. */
export type FailureCause =
	| 'rate-limited'
	| 'quota-exhausted'
	| 'temporarily-unavailable'
	| 'credential-invalid'
	| 'configuration-invalid';

/**
 * An error of our own making: plain text and plain data only, so nothing of a request, a token or a
 * client's error can ride along. `output/nodeErrors.ts` turns it into n8n's error classes.
 */
export class Problem extends Error {
	readonly kind: ProblemKind;
	readonly description: string;
	readonly forModel?: string;
	readonly status?: number;
	readonly failure?: ProblemText['failure'];
	/** Not repeated because it might have been processed, and once more would do it twice. */
	inDoubt = false;

	constructor({ kind, message, description, forModel, status, failure }: ProblemText) {
		super(message);
		this.name = 'Problem';
		this.kind = kind;
		this.description = description;
		this.forModel = forModel;
		this.status = status;
		this.failure = failure;
	}
}
