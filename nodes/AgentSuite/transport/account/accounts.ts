import { backoffMs } from '../backoff';
import { SPANS } from '../rateLimiter/spans';
import { RateLimiter } from '../rateLimiter/rateLimiter';
import { CredentialTest } from './credentialTest';
import { DayBudget } from './dayBudget';
import { RetryQuota } from './retryQuota';

/**
 * What this process keeps of an account, which is a token at a base URL. All nodes, workflows, and executions of the process share
 * it. Each worker of queue mode has its own, and a restart begins anew.
 */
export interface Account {
	/** `Connection.accountKey`. */
	readonly key: string;
	readonly limiter: RateLimiter;
	readonly day: DayBudget;
	readonly retries: RetryQuota;
	/** How long a request waits before it is sent again, ms. @param failures of the request, from 1 */
	retryDelayMs(failures: number): number;
	readonly credentialTest: CredentialTest;
	/** When a request of it began to wait, or was answered, by `steadyClock`. */
	usedAt: number;
}

/** The accounts of a process. One that was not used for a day is forgotten: by then, its limits, its pause, and its day are over. */
export class Accounts {
	private readonly known = new Map<string, Account>();

	/** @param firstRetryMs the longest delay of the second attempt. It doubles for each further one */
	constructor(
		private readonly spans = SPANS,
		private readonly random = Math.random,
		private readonly firstRetryMs = 500,
	) {}

	/** @param now by `steadyClock` */
	of(key: string, now: number): Account {
		for (const [other, { usedAt }] of this.known) {
			if (usedAt < now - this.spans.day) this.known.delete(other);
		}
		const account = this.known.get(key) ?? this.newAccount(key);
		account.usedAt = now;
		this.known.set(key, account);
		return account;
	}

	private newAccount(key: string): Account {
		return {
			key,
			limiter: new RateLimiter(this.spans, this.random),
			day: new DayBudget(),
			retries: new RetryQuota(),
			retryDelayMs: (failures) =>
				backoffMs(failures, { firstMs: this.firstRetryMs, longestMs: Infinity }, this.random()),
			credentialTest: new CredentialTest(),
			usedAt: -Infinity,
		};
	}
}

/** Those of this process: n8n loads this module once. */
export const processAccounts = new Accounts();
