/** What is said if a request would exceed a budget of tokens. */

import { Problem } from '../../model/problem';
import { inDigits, sentences } from '../../texts/words';
import { untilMidnight } from '../account/dayBudget';
import type { Call } from '../call';
import { reached } from '../run/run';

/** The tokens of a budget. */
interface Tally {
	used: number;
	reserved: number;
}

/** The execution has too few tokens left. */
export function maxTokensExceeded({ run, request }: Call): Problem {
	const { maxTokens, operation } = request;
	return new Problem({
		kind: 'input',
		headline: `Request not sent: 'Max Tokens' would be exceeded ${shortage(run.budget, maxTokens, operation.tokens)}`,
		description: sentences(`Raise the option 'Max Tokens' (now ${maxTokens}).`, reached(run)),
		forModel:
			'The token limit of this tool is reached. Do not call this tool again. Tell the user.',
	});
}

/** The day has too few tokens left. */
export function tokensPerDayExceeded({ run, request, account }: Call): Problem {
	const { connection, operation } = request;
	return new Problem({
		kind: 'status',
		status: 429,
		headline: `Request not sent: 'Daily Token Limit' would be exceeded ${shortage(account.day.today(Date.now()), connection.tokensPerDay, operation.tokens)}`,
		description: sentences(
			"Wait until midnight UTC, or raise 'Daily Token Limit' in the credential.",
			reached(run),
		),
		failure: { cause: 'rate-limited' },
		retryAfterMs: untilMidnight(Date.now()),
	});
}

/** "10 of 12 tokens used, 5 more needed", or "5 of 12 tokens used, 5 in progress, 5 more needed" */
function shortage({ used, reserved }: Tally, limit: number, tokens: number): string {
	const ofOthers = reserved > 0 ? ` ${inDigits(reserved)} in progress,` : '';
	return `(${inDigits(used)} of ${inDigits(limit)} tokens used,${ofOthers} ${tokens} more needed)`;
}
