/** Requests of the transport, their calls, and what they come to, for unit tests. */

import { billingGetTokenBalance } from '../../nodes/AgentSuite/resources/operations';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { connectionOf } from '../../nodes/AgentSuite/transport/credential/connection';
import { exchange } from '../../nodes/AgentSuite/transport/exchange';
import { outcomeOf as outcomeOfReceived } from '../../nodes/AgentSuite/transport/outcomeOf';
import { Problem } from '../../nodes/AgentSuite/model/problem';
import type { Failure, Outcome } from '../../nodes/AgentSuite/transport/outcomes/outcome';
import type { LossName } from '../../nodes/AgentSuite/transport/receive/loss';
import type { HttpResponse, Send } from '../../nodes/AgentSuite/transport/receive/receive';
import { prepare, type Request } from '../../nodes/AgentSuite/transport/request';
import { newCall, type Call } from '../../nodes/AgentSuite/transport/pacing/call';
import type { Run } from '../../nodes/AgentSuite/transport/run/run';

const connection = connectionOf({ accessToken: 'agst_1234', baseUrl: 'https://api.example.com' });

/** A request for a host that is never asked. */
export const requestOf = (
	operation: Operation = billingGetTokenBalance,
	changes: Partial<Request> = {},
): Request => ({
	...prepare({ path: '/test', request: () => ({ path: [], query: [] }) }, connection.baseUrl, {}),
	operation,
	connection,
	timeoutMs: 60_000,
	maxWaitMs: 60_000,
	hasOptions: true,
	maxTokens: Infinity,
	...changes,
});

/** What a request comes to that gets this response. */
export const received = async (respond: Send, request: Request): Promise<Outcome> =>
	await exchange(respond, request);

/** What a request comes to that gets this response, which is no success. */
export const refused = (response: HttpResponse, request: Request): Failure =>
	outcomeOfReceived({ response }, request) as Failure;

/** What a request comes to that gets no response. */
export const unanswered = (loss: LossName, request: Request): Failure =>
	outcomeOfReceived({ loss }, request) as Failure;

/** What a request came to that failed, unless changed. */
export const outcomeOf = (changes: Partial<Failure> = {}): Failure => ({
	fate: 'turnedAway',
	problem: new Problem({ kind: 'status', message: 'It failed', description: '' }),
	...changes,
});

/** A call with this Max Wait. */
export const callOf = (run: Run, request: Request, maxWaitMs = request.maxWaitMs): Call =>
	newCall(run, { ...request, maxWaitMs });
