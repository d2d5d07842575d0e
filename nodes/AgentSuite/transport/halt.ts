import { Problem } from '../model/problem';

/**
 * What ends sending before a run is over: a failure that ends the run, or a token that the service no longer takes.
 * Requests that have not left are cancelled immediately. Those in flight end on their own.
 */
export class Halt {
	private readonly tokens = new Map<string, AbortController>();
	private ended: Problem | undefined;

	/** @param stop n8n's Stop, which ends everything */
	constructor(private readonly stop?: AbortSignal) {}

	private controllerOf(token: string): AbortController {
		const known = this.tokens.get(token);
		if (known) return known;
		const controller = new AbortController();
		if (this.ended) controller.abort(this.ended);
		this.tokens.set(token, controller);
		return controller;
	}

	/** Ends with n8n's Stop, with the run, or with the token, whichever comes first. */
	signalOf(token: string): AbortSignal {
		const { signal } = this.controllerOf(token);
		return this.stop ? AbortSignal.any([this.stop, signal]) : signal;
	}

	/** Nothing more is sent with this token: the service would refuse it again. */
	endToken(token: string, { message, description, status, failure }: Problem): void {
		this.controllerOf(token).abort(
			new Problem({
				kind: 'status',
				message: `Request not sent, because an earlier one was refused: ${message}`,
				description,
				status,
				failure,
			}),
		);
	}

	/** Whether something only failed because the run had ended already. */
	isConsequence(error: unknown): boolean {
		return this.ended !== undefined && error === this.ended;
	}

	/** Nothing more is sent at all. */
	endRun(): void {
		this.ended ??= new Problem({
			kind: 'connection',
			message: 'Request not sent, because another item stopped the node',
			description: 'Check the item named in the message of the node.',
		});
		for (const controller of this.tokens.values()) controller.abort(this.ended);
	}
}
