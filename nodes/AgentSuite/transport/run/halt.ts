import { sleep } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import { RECHECK_MS } from '../tuning';

/**
 * Stops sending early: on n8n's Stop, after a failure that ends the run, or when the service no longer accepts the token.
 * Only Stop interrupts requests in flight.
 */
export class Halt {
	/** Why, by account. */
	private readonly endedAccounts = new Map<string, Problem>();
	private isEnded = false;

	/** @param stop of n8n */
	constructor(readonly stop?: AbortSignal) {}

	/** The service would reject all other requests of the account too. */
	endAccount(accountKey: string, problem: Problem): void {
		this.endedAccounts.set(accountKey, accountRejected(problem));
	}

	endRun(): void {
		this.isEnded = true;
	}

	/** @throws {Problem} when nothing more can be sent for the account */
	check(accountKey: string): void {
		if (this.stop?.aborted) throw executionCanceled();
		if (this.isEnded) throw runEnded();
		const rejected = this.endedAccounts.get(accountKey);
		if (rejected) throw rejected;
	}

	/** Waits for a time. @throws {Problem} as soon as nothing more can be sent for the account */
	async sleep(ms: number, accountKey: string): Promise<void> {
		this.check(accountKey);
		for (let left = ms; left > 0; left -= RECHECK_MS) await this.sleepAMoment(left, accountKey);
	}

	/** Waits for a moment of a time, until it is worth to look again. @throws {Problem} when nothing more can be sent for the account */
	async sleepAMoment(leftMs: number, accountKey: string): Promise<void> {
		await sleep(Math.min(leftMs, RECHECK_MS));
		this.check(accountKey);
	}
}

/** n8n's Stop. n8n reads "canceled" in an error as a stop, not a failure. */
export const executionCanceled = (): Problem =>
	new Problem({
		kind: 'stopped',
		message: 'The execution was canceled',
		description: 'Requests that were still waiting were not sent.',
	});

const runEnded = (): Problem =>
	new Problem({
		kind: 'ended',
		message: 'Request not sent, because another item stopped the node',
		description: 'Check the item named in the message of the node.',
	});

/** The service has rejected the account. @param problem of the earlier request */
export const accountRejected = (problem: Problem): Problem =>
	problem.with({
		message: `Request not sent, because an earlier one was rejected: ${problem.message}`,
	});
