import { Problem } from '../../model/problem';
import type { Connection } from '../connection';
import type { Charge } from './runUsage';

const DAY_MS = 86_400_000;

/** The tokens of an account on a day, which is in days since the epoch (UTC). */
interface Ledger {
	day: number;
	/** Charged or possibly charged. */
	spent: number;
	/** For requests in progress. */
	reserved: number;
}

/** By account. n8n loads this module once per process, so all nodes, workflows, and executions share it. */
const ledgers = new Map<string, Ledger>();

/** Begins anew each day. */
function ledgerOf(account: string, now: number): Ledger {
	const today = Math.floor(now / DAY_MS);
	const known = ledgers.get(account);
	// A clock that is set back over midnight gives no second budget.
	const isOver = ({ day }: Ledger) => day < today || day > today + 1;
	if (known) return isOver(known) ? Object.assign(known, { day: today, spent: 0 }) : known;
	for (const [other, ledger] of ledgers) {
		if (ledger.reserved === 0 && isOver(ledger)) ledgers.delete(other);
	}
	const ledger = { day: today, spent: 0, reserved: 0 };
	ledgers.set(account, ledger);
	return ledger;
}

const number = (value: number) => value.toLocaleString('en-US');

/**
 * Reserves the tokens of one request from the budget of the day. It also counts without a budget, because a
 * budget that is set later in the day includes earlier requests.
 * @param now ms since the epoch
 * @returns a function that ends the reservation and returns the use of the budget, for a hint
 * @throws {Problem} when the request could exceed the budget and must not be sent
 */
export function reserveDay(
	{ tokensPerDay, account }: Connection,
	tokens: number,
	now: number,
): (charged: Charge, now: number) => string | undefined {
	const ledger = ledgerOf(account, now);
	const committed = ledger.spent + ledger.reserved;
	if (tokensPerDay > 0 && committed + tokens > tokensPerDay) {
		throw new Problem({
			kind: 'status',
			status: 429,
			message: `Request not sent: 'Tokens per Day' would be exceeded (${number(committed)} of ${number(tokensPerDay)} tokens used or reserved, ${tokens} more needed)`,
			description: `Wait until midnight UTC, or raise 'Tokens per Day' in the credential. No tokens were spent.`,
			failure: { cause: 'rate-limited', retryAfterMs: DAY_MS - (now % DAY_MS) },
		});
	}
	ledger.reserved += tokens;
	return (charged, later) => {
		const current = ledgerOf(account, later);
		current.reserved -= tokens;
		if (charged !== 'no') current.spent += tokens;
		if (tokensPerDay === 0) return undefined;
		return `${number(current.spent)} of ${number(tokensPerDay)} 'Tokens per Day' used`;
	};
}
