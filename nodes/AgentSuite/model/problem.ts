import type { IDataObject } from 'n8n-workflow';

/** What failed. It decides the class of n8n's error, and what is told beside it. */
export type ProblemKind =
	/** The user has to change something in n8n, such as a parameter or a credential, or raise 'Max Tokens'. */
	| 'input'
	/** The status of the response is not a success, or the request is not sent for a reason that has such a status. */
	| 'status'
	/** The response is a success, but not in the documented shape. */
	| 'response'
	/** There was no response that could be read. */
	| 'connection'
	/** The request is not sent, for a reason that has no status. */
	| 'notSent'
	/** n8n's Stop. */
	| 'stopped'
	/** The request is not sent, because another item has ended the run. n8n shows the error of that one. */
	| 'ended'
	/** n8n has failed, or an expression. The message is its own text, which can quote anybody. */
	| 'foreign'
	/** This package did not foresee it. The request might have been sent. */
	| 'unexpected';

/** What a person needs to know to report a request. */
export interface RequestFacts {
	/** Method and filled path: "PUT /agent/snippet/snip_1" */
	request: string;
	/** What the service says, if anything. */
	response?: string;
	/** By which the service finds the request in its logs, if it sent one. */
	requestId?: string;
	/** Of all attempts: "none charged", "10 might have been charged", or "5 charged, 5 more might have been charged" */
	tokens: string;
}

/** The causes that n8n understands in `NodeApiError.failure`. */
type FailureCause =
	| 'rate-limited'
	| 'quota-exhausted'
	| 'temporarily-unavailable'
	| 'credential-invalid'
	| 'configuration-invalid';

/**
 * Our own error: plain text and data only, so that no header, body, or token of a request and nothing of a client's error can leak.
 * What of it stands where, and for whom, is decided in `output/errors/errorTexts.ts`.
 */
export class Problem extends Error {
	override readonly name = 'Problem';
	readonly kind: ProblemKind;
	/** What the service says about it, or the value that is refused, `inQuotes`. A model reads it between marks, as data. */
	readonly detail?: string;
	/** What a person can do next. */
	readonly description: string;
	/** What an AI model can do next. Default: to tell the user the description. */
	readonly forModel?: string;
	/** Name of the field whose value is refused. Only a model that has filled it can do what is `forModel`. */
	readonly parameter?: string;
	/** Of HTTP, if there is one. */
	readonly status?: number;
	/** n8n's classification (2.41 and later). */
	readonly failure?: { cause: FailureCause };
	/** After which time another request can succeed, ms. */
	readonly retryAfterMs?: number;
	/** Whether the request might have been processed, and would be processed twice if it were repeated. */
	readonly inDoubt?: boolean;
	/** Absent if there was no attempt to send it, so it has cost nothing. */
	readonly facts?: RequestFacts;
	/** Of a failed expression, what n8n's editor knows its parameter and node by: the `context` of n8n's error. */
	readonly expression?: IDataObject;

	/** @param parts its `message` is what happened, in one line, without the detail */
	constructor({ message, kind, description = '', ...others }: ProblemParts) {
		super(message);
		this.kind = kind;
		this.description = description;
		Object.assign(this, others);
	}

	/** A copy with some parts replaced. */
	with(changes: Partial<ProblemParts>): Problem {
		// A spread leaves out what `Error` itself has.
		return new Problem({ ...this, message: this.message, ...changes });
	}

	/** The message with its detail. */
	get line(): string {
		return this.detail ? `${this.message}: ${this.detail}` : this.message;
	}

	/** Whether it can be over at the next attempt. */
	get isTemporary(): boolean {
		const { cause } = this.failure ?? {};
		return cause === 'rate-limited' || cause === 'temporarily-unavailable';
	}
}

/** What a Problem is made of. */
type ProblemParts = Omit<
	Problem,
	Exclude<keyof Error, 'message'> | 'with' | 'line' | 'isTemporary' | 'description'
> & {
	/** Absent if there is nothing to do. */
	description?: string;
};

/** What is said of what failed. */
export type ProblemText = Pick<ProblemParts, 'message' | 'description' | 'forModel' | 'failure'>;

/** Whether a failure passes without a user. */
export const isTemporary = (error: unknown): boolean =>
	error instanceof Problem && error.isTemporary;
