/** Requests of the transport, their attempts, and what they come to, for unit tests. */

import { billingGetTokenBalance } from '../../nodes/AgentSuite/resources/operations';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { newAttempt, type Attempt } from '../../nodes/AgentSuite/transport/attempt';
import { connectionOf } from '../../nodes/AgentSuite/transport/connection';
import type { Outcome } from '../../nodes/AgentSuite/transport/outcome';
import { prepare, type Request } from '../../nodes/AgentSuite/transport/request';
import type { Run } from '../../nodes/AgentSuite/transport/run';

const connection = connectionOf({ accessToken: 'agst_1234', baseUrl: 'https://api.example.com' });

/** A request for a host that is never asked. */
export const requestOf = (
	operation: Operation = billingGetTokenBalance,
	changes: Partial<Request> = {},
): Request => ({
	...prepare({ path: '/test', fields: [] }, connection.baseUrl, {}),
	operation,
	connection,
	timeoutMs: 60_000,
	maxWaitMs: 60_000,
	maxTokens: 0,
	...changes,
});

/** What a request came to that failed, unless changed. */
export const outcomeOf = (changes: Partial<Outcome> = {}): Outcome => ({
	charged: 'no',
	processed: 'no',
	reply: 'passed',
	...changes,
});

/** What a request came to that was charged like this. */
export const charged = (as: Outcome['charged']) => outcomeOf({ charged: as });

/** An attempt with something left of Max Wait. */
export const attemptOf = (run: Run, request: Request, waitLeftMs = request.maxWaitMs): Attempt => ({
	...newAttempt(run, request),
	waitLeftMs,
});
