import { BoundedMap } from '../../model/boundedMap';
import { Problem } from '../../model/problem';
import type { Connection } from '../connection';

const DAY_MS = 86_400_000;
/** Maximum number of accounts to keep. Accounts that spent tokens today are always kept. */
const MAX_ACCOUNTS = 200;

/** The tokens an account spent on one day (UTC). */
interface DayUse {
	/** Days since the epoch. */
	day: number;
	/** Charged or possibly charged. */
	spent: number;
	/** Reserved for requests in progress. */
	held: number;
}

const dayOf = (now: number) => Math.floor(now / DAY_MS);

/** By account. n8n loads this module once per process, so all nodes, workflows, and executions share it. */
const accounts = new BoundedMap<string, DayUse>({
	maxEntries: MAX_ACCOUNTS,
	canEvict: ({ day, spent, held }, _account, now) =>
		held === 0 && (spent === 0 || day !== dayOf(now)),
});

function useOf(account: string, now: number): DayUse {
	const use = accounts.get(account, now) ?? { day: dayOf(now), spent: 0, held: 0 };
	if (use.day !== dayOf(now)) Object.assign(use, { day: dayOf(now), spent: 0 });
	accounts.set(account, use, now);
	return use;
}

const number = (value: number) => value.toLocaleString('en-US');

/**
 * Ends the reservation of one request.
 * @returns the tokens the account spent so far, for a hint, or undefined without a budget
 */
export type SettleDay = (charged: 'yes' | 'perhaps' | 'no', now: number) => string | undefined;

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
	connection: Connection,
	tokens: number,
	now: number,
	momentText = (at: number) => new Date(at).toISOString(),
): SettleDay {
	const { tokensPerDay, account } = connection;
	const use = useOf(account, now);
	const committed = use.spent + use.held;
	if (tokensPerDay > 0 && committed + tokens > tokensPerDay) {
		const reset = (use.day + 1) * DAY_MS;
		throw new Problem({
			kind: 'status',
			status: 429,
			message: `Request not sent: 'Tokens per Day' would be exceeded (${number(committed)} of ${number(tokensPerDay)} tokens used, ${tokens} more needed)`,
			description: `Wait until the day ends in UTC, at ${momentText(reset)}, or raise 'Tokens per Day' in the credential. No tokens were spent.`,
			failure: { cause: 'rate-limited', retryAfterMs: reset - now },
		});
	}
	use.held += tokens;
	return (charged, later) => {
		use.held -= tokens;
		const today = useOf(account, later);
		if (charged !== 'no') today.spent += tokens;
		return tokensPerDay > 0
			? `${number(today.spent)} of ${number(tokensPerDay)} 'Tokens per Day' used`
			: undefined;
	};
}
