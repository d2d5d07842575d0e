import { Problem } from '../../../nodes/AgentSuite/model/problem';
import { problemToReport, type TriggerProcess } from '../../../nodes/AgentSuite/trigger/state';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const down = new Problem({
	kind: 'status',
	status: 503,
	message: 'Down',
	description: 'Wait.',
	failure: { cause: 'temporarily-unavailable', retryAfterMs: 5000 },
});
const revoked = new Problem({
	kind: 'status',
	status: 401,
	message: 'The token was revoked',
	description: 'Generate a new one.',
	failure: { cause: 'credential-invalid' },
});

/** Fails poll after poll. */
function outage() {
	const kept: TriggerProcess = {};
	return (problem: Problem, now: number) => problemToReport(kept, problem, now);
}

test('three polls pass, the fourth is reported, the rest of the outage is not', () => {
	const fail = outage();
	const reports = Array.from({ length: 20 }, (_, poll) => fail(down, poll * MINUTE));
	expect(reports.map((report) => report !== undefined)).toEqual(
		Array.from({ length: 20 }, (_, poll) => poll === 3),
	);
	expect(reports[3]).toMatchObject({
		message: 'Down (no successful poll since 1970-01-01T00:00:00.000Z, 4 attempts)',
		description: expect.stringContaining('Wait. The next successful poll') as string,
		failure: { cause: 'temporarily-unavailable', retryAfterMs: 5000 },
	});
	expect(fail(down, DAY + 3 * MINUTE - 1)).toBeUndefined();
	expect(fail(down, DAY + 3 * MINUTE)).toBeDefined();
	expect(fail(down, DAY + 4 * MINUTE)).toBeUndefined();
});

test('with rare polls 15 minutes are enough', () => {
	const fail = outage();
	expect(fail(down, 0)).toBeUndefined();
	expect(fail(down, 15 * MINUTE - 1)).toBeUndefined();
	expect(fail(down, 15 * MINUTE)).toBeDefined();
});

test('a permanent failure is reported immediately, then daily', () => {
	const fail = outage();
	expect(fail(revoked, 0)).toBe(revoked);
	for (let poll = 1; poll < 24 * 60; poll += 60)
		expect(fail(revoked, poll * MINUTE)).toBeUndefined();
	expect(fail(revoked, DAY)?.message).toMatch(
		/^The token was revoked \(no successful poll since .*, 26 attempts/,
	);
	expect(fail(revoked, DAY + MINUTE)).toBeUndefined();
});

test('a token that is revoked during an outage is still reported', () => {
	const fail = outage();
	for (let poll = 0; poll < 5; poll++) fail(down, poll * MINUTE);
	expect(fail(revoked, 6 * MINUTE)).toBeDefined();
	expect(fail(revoked, 7 * MINUTE)).toBeUndefined();
});
