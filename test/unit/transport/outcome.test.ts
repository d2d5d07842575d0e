import { leadGet } from '../../../nodes/AgentSuite/resources/operations';
import { lostOutcome, unforeseenOutcome } from '../../../nodes/AgentSuite/transport/errors/lost';
import { rejectedOutcome } from '../../../nodes/AgentSuite/transport/errors/rejected';
import { replyOf } from '../../../nodes/AgentSuite/transport/outcome';
import { outcomeOf, requestOf } from '../../support/requests';

test('what the rate limiter is told of a request that was not sent, was lost, or succeeded', () => {
	expect(replyOf(undefined)).toBe('unsent');
	expect(replyOf(lostOutcome('closed', requestOf()))).toBe('lost');
	expect(replyOf(unforeseenOutcome(new TypeError(), requestOf()))).toBe('lost');
	expect(replyOf(outcomeOf())).toBe('answered');
});

test.each([
	[304, 'answered'],
	[400, 'answered'],
	[401, 'answered'],
	[404, 'answered'],
	[429, { retryAfterMs: undefined }],
	[500, 'answered'],
	[502, 'answered'],
	[503, 'answered'],
])('%i counts for the rate limits as %j', (status, expected) => {
	const response = { status, headers: {}, body: '' };
	expect(replyOf(rejectedOutcome(requestOf(leadGet), response))).toEqual(expected);
});
