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
	readonly credentialTest: CredentialTest;
	/** When a request of it began to wait, or was answered, by `steadyClock`. */
	usedAt: number;
}

/** The accounts of a process. One that was not used for a day is forgotten: by then, its limits, its pause, and its day are over. */
export class Accounts {
	private readonly known = new Map<string, Account>();

	constructor(
		private readonly spans = SPANS,
		private readonly random = Math.random,
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
			credentialTest: new CredentialTest(),
			usedAt: -Infinity,
		};
	}
}
