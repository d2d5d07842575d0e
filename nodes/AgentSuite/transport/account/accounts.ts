import { backoffMs } from '../rateLimiter/backoff';
import type { Outcome } from '../outcomes/outcome';
import { SPANS } from '../rateLimiter/sentLog';
import { Pauses } from '../rateLimiter/pauses';
import { RateLimiter } from '../rateLimiter/rateLimiter';
import type { Limits } from '../rateLimiter/types';
import { CredentialTest } from './credentialTest';
import { DayBudget } from './dayBudget';
import { RetryQuota } from './retryQuota';

/**
 * What this process keeps of an account, which is a token at a base URL. All nodes, workflows, and executions of the process share
 * it. Each worker of queue mode has its own, and a restart begins anew.
 */
export class Account {
	readonly day = new DayBudget();
	readonly retries = new RetryQuota();
	readonly credentialTest = new CredentialTest();
	readonly pauses = new Pauses();
	/** By limits. Credentials with other limits share the pauses only, as if they were of other processes. */
	private readonly limiters = new Map<string, RateLimiter>();
	private usedAt = -Infinity;

	/**
	 * @param key `Connection.accountKey`
	 * @param newLimiter for requests with these limits, which shares these pauses
	 * @param retryDelayMs how long a request waits before it is sent again, after so many failures of it, from 1
	 */
	constructor(
		readonly key: string,
		private readonly newLimiter: (limits: Limits, pauses: Pauses) => RateLimiter,
		readonly retryDelayMs: (failures: number) => number,
	) {}

	/** Says when the requests of credentials with these limits can be sent. */
	limiterOf(limits: Limits): RateLimiter {
		const { minute, hour, day } = limits;
		const name = [minute, hour, day].join(' ');
		const limiter = this.limiters.get(name) ?? this.newLimiter(limits, this.pauses);
		this.limiters.set(name, limiter);
		return limiter;
	}

	/** A request of it begins, waits, or has ended. @param now by `steadyClock` */
	noteUse(now: number): void {
		this.usedAt = now;
	}

	wasUsedSince(time: number): boolean {
		return this.usedAt >= time;
	}

	/** Notes what an attempt came to. @param now by `steadyClock` */
	noteOutcome({ fate, problem, shows }: Outcome, now: number): void {
		this.noteUse(now);
		// Not for a success whose body was lost, or a request that the service could not process.
		if (shows && fate !== 'unclear') this.retries.putBack();
		// The credential can be the reason, unless n8n has stopped it, or the service only rejects what it was asked for.
		const isStopped = problem?.kind === 'stopped';
		if (problem && !isStopped && (fate !== 'rejected' || problem.failure))
			this.credentialTest.doubt();
	}
}

/** The accounts of a process. One that was not used for a day is forgotten: by then, its limits, its pause, and its day are over. */
export class Accounts {
	private readonly known = new Map<string, Account>();

	/** @param firstRetryMs the longest delay of the second attempt, by default as of a first backoff. It doubles for each further one */
	constructor(
		private readonly spans = SPANS,
		private readonly random = Math.random,
		private readonly firstRetryMs?: number,
	) {}

	/** @param now by `steadyClock` */
	of(key: string, now: number): Account {
		for (const [other, account] of this.known) {
			if (!account.wasUsedSince(now - this.spans.day)) this.known.delete(other);
		}
		const account = this.known.get(key) ?? this.newAccount(key);
		account.noteUse(now);
		this.known.set(key, account);
		return account;
	}

	private newAccount(key: string): Account {
		const retryDelayMs = (failures: number) =>
			backoffMs(failures, this.random(), this.firstRetryMs);
		const newLimiter = (limits: Limits, pauses: Pauses) =>
			new RateLimiter(limits, pauses, this.spans, this.random);
		return new Account(key, newLimiter, retryDelayMs);
	}
}

/** Those of this process: n8n loads this module once. */
export const processAccounts = new Accounts();
