import { sleep } from 'n8n-workflow';

import type { Problem } from '../../model/problem';
import { accountRejected, executionCanceled, runEnded, type NotSent } from '../errors/notSent';
import { RECHECK_MS } from '../clock';

/**
 * Stops sending early: on n8n's Stop, after a failure that ends the run, or when the service no longer accepts the token.
 * Only Stop interrupts requests in flight.
 */
export class Halt {
	/** Why, by account. */
	private readonly endedAccounts = new Map<string, NotSent>();
	private ended: NotSent | undefined;

	/** @param stop of n8n */
	constructor(readonly stop?: AbortSignal) {}

	/** The service would reject all other requests of the account too. */
	endAccount(accountKey: string, problem: Problem): void {
		this.endedAccounts.set(accountKey, accountRejected(problem));
	}

	endRun(): void {
		this.ended ??= runEnded();
	}

	/** Whether something failed only because of `endRun`, not of Stop or a rejected account. */
	isConsequence(error: unknown): boolean {
		return this.ended !== undefined && error === this.ended;
	}

	/** @throws {NotSent} when nothing more can be sent for the account */
	check(accountKey: string): void {
		if (this.stop?.aborted) throw executionCanceled();
		const reason = this.ended ?? this.endedAccounts.get(accountKey);
		if (reason) throw reason;
	}

	/** Waits for a time. @throws {NotSent} as soon as nothing more can be sent for the account */
	async sleep(ms: number, accountKey: string): Promise<void> {
		this.check(accountKey);
		for (let left = ms; left > 0; left -= RECHECK_MS) {
			await sleep(Math.min(left, RECHECK_MS));
			this.check(accountKey);
		}
	}
}
