/** What failed. It decides the class of n8n's error. */
export type ProblemKind =
	/** A parameter or credential is wrong. Nothing was sent or charged. */
	| 'input'
	/** The status of the response is not a success. */
	| 'status'
	/** The response is a success, but not in the documented shape. */
	| 'answer'
	/** There was no response. */
	| 'connection';

export interface ProblemText {
	kind: ProblemKind;
	/** What happened. The item is added by `output/nodeErrors.ts`. */
	message: string;
	/** What to do next. */
	description: string;
	/** What an AI model can do next, if that differs from what a person can do. */
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
 * Our own error. It only contains plain text and data, so no part of a request, a token, or a client's error can leak.
 * `output/nodeErrors.ts` turns it into n8n's error classes.
 */
export class Problem extends Error {
	readonly kind: ProblemKind;
	readonly description: string;
	readonly forModel?: string;
	readonly status?: number;
	readonly failure?: ProblemText['failure'];
	/** Not repeated, because the request might have been processed and would be processed twice. */
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

	/** Whether it can be over at the next attempt. */
	get isTemporary(): boolean {
		const { cause } = this.failure ?? {};
		return cause === 'rate-limited' || cause === 'temporarily-unavailable';
	}
}
