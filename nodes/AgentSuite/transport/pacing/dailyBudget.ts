import { Problem } from '../../model/problem';
import type { Connection } from '../connection';
import type { Charge } from './runUsage';

const DAY_MS = 86_400_000;
/** Days that are remembered, because the clock can be set back. */
const KEPT_DAYS = 3;

/** The tokens of an account. */
interface Ledger {
	/** Charged or possibly charged, by day (UTC, days since the epoch). */
	spent: Map<number, number>;
	/** Reserved for requests in progress. */
	reserved: number;
}

/**
 * By account. n8n loads this module once per process, so all nodes, workflows, and executions share it. One is dropped
 * when a new day has begun, whatever their number: 0.3 kB for each account that was used.
 */
const ledgers = new Map<string, Ledger>();

const dayOf = (now: number) => Math.floor(now / DAY_MS);

function ledgerOf(account: string, today: number): Ledger {
	const known = ledgers.get(account);
	if (known) return known;
	for (const [other, { spent, reserved }] of ledgers) {
		if (reserved === 0 && Math.max(...spent.keys()) < today) ledgers.delete(other);
	}
	const ledger: Ledger = { spent: new Map(), reserved: 0 };
	ledgers.set(account, ledger);
	return ledger;
}

function spend({ spent }: Ledger, day: number, tokens: number): number {
	const total = (spent.get(day) ?? 0) + tokens;
	spent.set(day, total);
	if (spent.size > KEPT_DAYS) spent.delete([...spent.keys()][0]);
	return total;
}

const number = (value: number) => value.toLocaleString('en-US');

/**
 * Ends the reservation of one request.
 * @returns the tokens the account spent so far, for a hint, or undefined without a budget
 */
export type SettleDay = (charged: Charge, now: number) => string | undefined;

/**
 * Reserves the tokens of one request from the budget of the day. It also counts without a budget, because a
 * budget that is set later in the day includes earlier requests.
 * @param connection the account and its budget
 * @param tokens cost of the request
 * @param now ms since the epoch
 * @param momentText formats a time (ms since the epoch) for the user
 * @returns a function that ends the reservation
 * @throws {Problem} when the request could exceed the budget and must not be sent
 */
export function reserveDay(
	{ tokensPerDay, account }: Connection,
	tokens: number,
	now: number,
	momentText = (at: number) => new Date(at).toISOString(),
): SettleDay {
	const today = dayOf(now);
	const ledger = ledgerOf(account, today);
	const committed = spend(ledger, today, 0) + ledger.reserved;
	if (tokensPerDay > 0 && committed + tokens > tokensPerDay) {
		const reset = (today + 1) * DAY_MS;
		throw new Problem({
			kind: 'status',
			status: 429,
			message: `Request not sent: 'Tokens per Day' would be exceeded (${number(committed)} of ${number(tokensPerDay)} tokens used or reserved, ${tokens} more needed)`,
			description: `Wait until midnight UTC, at ${momentText(reset)}, or raise 'Tokens per Day' in the credential. No tokens were spent.`,
			failure: { cause: 'rate-limited', retryAfterMs: reset - now },
		});
	}
	ledger.reserved += tokens;
	return (charged, later) => {
		ledger.reserved -= tokens;
		const total = spend(ledger, dayOf(later), charged === 'no' ? 0 : tokens);
		return tokensPerDay > 0
			? `${number(total)} of ${number(tokensPerDay)} 'Tokens per Day' used`
			: undefined;
	};
}
