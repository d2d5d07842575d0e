import { Problem } from '../../model/problem';

/**
 * Stops sending early: after a failure that ends the run, or when the service no longer accepts the token.
 * Requests that have not been sent are canceled immediately. Requests in flight are not interrupted.
 */
export class Halt {
	private readonly accounts = new Map<string, AbortController>();
	private ended: Problem | undefined;

	/** @param stop the signal of n8n's Stop */
	constructor(private readonly stop?: AbortSignal) {}

	private controllerOf(account: string): AbortController {
		const known = this.accounts.get(account);
		if (known) return known;
		const controller = new AbortController();
		if (this.ended) controller.abort(this.ended);
		this.accounts.set(account, controller);
		return controller;
	}

	/** Fires on n8n's Stop, at the end of the run, or when the token is refused. */
	signalOf(account: string): AbortSignal {
		const { signal } = this.controllerOf(account);
		return this.stop ? AbortSignal.any([this.stop, signal]) : signal;
	}

	/** Stops requests of this account, because the service would refuse them too. */
	endAccount(account: string, problem: Problem): void {
		this.controllerOf(account).abort(
			problem.with({
				kind: 'status',
				message: 'Request not sent, because an earlier one was refused',
				detail: problem.message,
			}),
		);
	}

	/** Whether something failed only because the run had already ended. */
	isConsequence(error: unknown): boolean {
		return this.ended !== undefined && error === this.ended;
	}

	/** Stops all requests of the run. */
	endRun(): void {
		this.ended ??= new Problem({
			kind: 'connection',
			message: 'Request not sent, because another item stopped the node',
			description: 'Check the item named in the message of the node.',
		});
		for (const controller of this.accounts.values()) controller.abort(this.ended);
	}
}
