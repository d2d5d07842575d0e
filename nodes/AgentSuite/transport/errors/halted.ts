/** The Problems of requests that were not sent, because the run sends nothing more. */

import { Problem } from '../../model/problem';

/** The service has rejected the account. @param problem of the earlier request */
export function accountRejected(problem: Problem): Problem {
	const headline = 'Request not sent, because an earlier one was rejected';
	return problem.with({ kind: 'status', headline, detail: problem.message });
}

/** Another item has ended the run. */
export const runEnded = (): Problem =>
	new Problem({
		kind: 'stopped',
		headline: 'Request not sent, because another item stopped the node',
		description: 'Check the item named in the message of the node.',
	});

/** n8n reads "canceled" in an error as a stop, not a failure. */
export const executionCanceled = (): Problem =>
	new Problem({
		kind: 'stopped',
		headline: 'The execution was canceled',
		description: 'Requests that were still waiting were not sent.',
	});
