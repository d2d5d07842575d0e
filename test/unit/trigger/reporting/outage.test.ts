import { Problem } from '../../../../nodes/AgentSuite/model/problem';
import { Outage } from '../../../../nodes/AgentSuite/trigger/reporting/outage';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const down = new Problem({
	kind: 'status',
	status: 503,
	message: 'Down',
	description: 'Wait.',
	failure: { cause: 'temporarily-unavailable' },
	retryAfterMs: 5000,
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
	const failed = new Outage();
	return (error: unknown, now: number, misses = false) => failed.fail(error, now, misses);
}

test('15 minutes pass, the next poll is reported, the rest of the outage is not', () => {
	const fail = outage();
	const reports = Array.from({ length: 20 }, (_, poll) => fail(down, poll * MINUTE));
	expect(reports.map((report) => report !== undefined)).toEqual(
		Array.from({ length: 20 }, (_, poll) => poll === 15),
	);
	expect(reports[15]).toMatchObject({
		message: 'Down (no successful poll since 1970-01-01T00:00:00.000Z, 16 attempts)',
		description: expect.stringContaining('Wait. The next successful poll') as string,
		failure: { cause: 'temporarily-unavailable' },
		retryAfterMs: 5000,
	});
	expect(fail(down, DAY + 10 * MINUTE - 1)).toBeUndefined();
	expect(fail(down, DAY + 10 * MINUTE)).toBeDefined();
	expect(fail(down, DAY + 11 * MINUTE)).toBeUndefined();
});

test('the report of an outage that lasts still names the request, and what the service says', () => {
	const facts = { request: 'GET /agent/lead', response: 'Down', tokens: 'none charged' };
	const failed = down.with({ detail: 'Maintenance', facts });
	const line = expect.stringMatching(/, 16 attempts\): Maintenance$/) as string;
	expect(reportsOf([failed], 16)).toMatchObject([{ facts, line }]);
});

test('the report of a list that may be a first one does not say that what comes meanwhile is returned', () => {
	const fail = outage();
	fail(down, 0, true);
	const report = fail(down, 15 * MINUTE, true) as Problem;
	expect(report.message).toContain('2 attempts');
	expect(report.description).toBe(down.description);
});

test('with rare polls 15 minutes are enough', () => {
	const fail = outage();
	expect(fail(down, 0)).toBeUndefined();
	expect(fail(down, 15 * MINUTE - 1)).toBeUndefined();
	expect(fail(down, 15 * MINUTE)).toBeDefined();
});

test('a clock that was set back by a day does not silence it', () => {
	const fail = outage();
	fail(down, DAY);
	expect(fail(down, 0)).toBeDefined();
});

test('a permanent failure is reported immediately, then daily', () => {
	const fail = outage();
	expect(fail(revoked, 0)).toBe(revoked);
	for (let poll = 1; poll < 24 * 60; poll += 60)
		expect(fail(revoked, poll * MINUTE)).toBeUndefined();
	expect(fail(revoked, DAY)).toMatchObject({
		message: expect.stringMatching(
			/^The token was revoked \(no successful poll since .*, 26 attempts/,
		) as string,
	});
	expect(fail(revoked, DAY + MINUTE)).toBeUndefined();
});

test('a report that n8n answers with another attempt to activate the trigger reaches nobody, so it comes again once', () => {
	const fail = outage();
	const reports = [0, 1, 3, 5, 7].map((seconds) => fail(revoked, seconds * 1000) !== undefined);
	expect(reports).toEqual([true, false, true, false, false]);
});

test.each([
	['an hour', 60 * MINUTE, 1],
	['a year', 365 * DAY, 2],
])('a clock that is set back by %s does not silence the daily report', (_what, ms, reports) => {
	const fail = outage();
	const dates = [400 * DAY, 400 * DAY - ms, 400 * DAY - ms + MINUTE];
	expect(dates.filter((date) => fail(revoked, date) !== undefined)).toHaveLength(reports);
});

test('with a poll a day, each poll reports it, although it comes some seconds earlier or later', () => {
	const fail = outage();
	const dates = [0, DAY - 20_000, 2 * DAY + 20_000, 3 * DAY - 40_000];
	expect(dates.filter((date) => fail(revoked, date) !== undefined)).toEqual(dates);
});

test('a token that is revoked during an outage is still reported', () => {
	const fail = outage();
	for (let poll = 0; poll < 5; poll++) fail(down, poll * MINUTE);
	expect(fail(revoked, 6 * MINUTE)).toBeDefined();
	expect(fail(revoked, 7 * MINUTE)).toBeUndefined();
});

const page = new Problem({
	kind: 'response',
	message: 'The response is a web page',
	description: 'Check the base URL.',
});
const reportsOf = (causes: unknown[], polls: number, everyMs = MINUTE) => {
	const fail = outage();
	return Array.from({ length: polls }, (_, poll) =>
		fail(causes[poll % causes.length], poll * everyMs),
	).filter((report) => report !== undefined);
};

const input = (message: string) =>
	new Problem({ kind: 'input', message: message, description: 'Fix it.' });

test('causes that alternate are reported once a day each', () => {
	expect(reportsOf([down, page], 40)).toHaveLength(2);
	expect(reportsOf([down, page, revoked, down], 40)).toHaveLength(3);
	expect(reportsOf([down, page], 3 * 24, DAY / 24)).toHaveLength(6);
	expect(reportsOf([input('Limit is empty'), input('Status is empty')], 40)).toHaveLength(2);
	expect(reportsOf([revoked, revoked.with({ status: 402 })], 40)).toHaveLength(2);
	expect(reportsOf([page, page.with({ message: 'The response is empty' })], 40)).toHaveLength(1);
});

test('an outage that shows in different ways is one cause', () => {
	const silent = new Problem({
		kind: 'connection',
		message: 'No response',
		description: 'Wait.',
		failure: { cause: 'temporarily-unavailable' },
	});
	expect(reportsOf([down, silent], 40)).toHaveLength(1);
});

test("n8n's own errors are reported immediately and once a day, too, whatever numbers they contain", () => {
	const missing = new Error('Node does not have any credentials set');
	expect(reportsOf([missing], 1)).toEqual([missing]);
	expect(reportsOf([missing], 23 * 60)).toEqual([missing]);
	const numbered = [1, 2, 3].map((id) => new Error(`Credential ${id} of node ${id} was not found`));
	expect(reportsOf(numbered, 60)).toHaveLength(1);
	expect(reportsOf([missing, page, numbered[0]], 60)).toHaveLength(3);
});
