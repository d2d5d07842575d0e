import { Problem } from '../../../nodes/AgentSuite/model/problem';
import { failed, isTransient, recovered } from '../../../nodes/AgentSuite/trigger/outage';

const MINUTE = 60_000;
const down = new Problem({
	kind: 'status',
	status: 503,
	message: 'Down',
	description: 'Wait.',
	failure: { cause: 'temporarily-unavailable', retryAfterMs: 5000 },
});

test('three polls pass, the fourth is reported, the rest of the outage is not', () => {
	const reports = Array.from({ length: 20 }, (_, poll) => failed('a', down, poll * MINUTE));
	expect(reports.map((report) => report !== undefined)).toEqual(
		Array.from({ length: 20 }, (_, poll) => poll === 3),
	);
	expect(reports[3]).toMatchObject({
		message: 'Down (4 polls have failed since 1970-01-01T00:00:00.000Z)',
		description: expect.stringContaining('Wait. Nothing is lost') as string,
		failure: { cause: 'temporarily-unavailable', retryAfterMs: 5000 },
	});
	// Again after a day, and from the start after a success.
	expect(failed('a', down, 24 * 60 * MINUTE + 3 * MINUTE)).toBeDefined();
	recovered('a');
	expect(failed('a', down, 25 * 60 * MINUTE)).toBeUndefined();
});

test('with rare polls 15 minutes are enough; workflows do not count for each other', () => {
	expect(failed('b', down, 0)).toBeUndefined();
	expect(failed('c', down, 60 * MINUTE)).toBeUndefined();
	expect(failed('b', down, 60 * MINUTE)).toBeDefined();
});

test.each([
	[true, { kind: 'status', status: 429, failure: { cause: 'rate-limited' } }],
	[true, { kind: 'status', status: 500, failure: { cause: 'temporarily-unavailable' } }],
	[true, { kind: 'status', status: 599 }],
	[true, { kind: 'connection' }],
	[false, { kind: 'connection', failure: { cause: 'configuration-invalid' } }],
	[false, { kind: 'status', status: 401, failure: { cause: 'credential-invalid' } }],
	[false, { kind: 'status', status: 402, failure: { cause: 'quota-exhausted' } }],
	[false, { kind: 'status', status: 418 }],
	[false, { kind: 'input' }],
	[false, { kind: 'answer' }],
] as const)('transient %s: %j', (expected, problem) => {
	expect(isTransient(new Problem({ ...problem, message: '', description: '' }))).toBe(expected);
});
