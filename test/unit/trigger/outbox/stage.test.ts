import { after, type Stage, type Step } from '../../../../nodes/AgentSuite/trigger/outbox/stage';

/** Stages in the columns, of execution 1 where there is one. */
const stages: Record<string, Stage> = {
	waiting: { is: 'waiting', dueAt: 900 },
	due: { is: 'waiting', dueAt: 0 },
	flying: { is: 'flying', execution: 1, isDueAfterFailure: false, isDisturbed: false },
	edited: { is: 'flying', execution: 1, isDueAfterFailure: true, isDisturbed: false },
	disturbed: { is: 'flying', execution: 1, isDueAfterFailure: false, isDisturbed: true },
	released: { is: 'released', execution: 1 },
	held: { is: 'held' },
	settled: { is: 'settled' },
	// Results only.
	'edited, disturbed': { is: 'flying', execution: 1, isDueAfterFailure: true, isDisturbed: true },
	'waiting until 5': { is: 'waiting', dueAt: 5 },
	'flying 2': { is: 'flying', execution: 2, isDueAfterFailure: false, isDisturbed: false },
	'released 2': { is: 'released', execution: 2 },
};

/** Steps of this execution, and of one before it. */
const [OWN, EARLIER] = [1, 0];
const steps: Record<string, Step> = {
	appear: { did: 'appear' },
	'make due': { did: 'makeDue' },
	resolve: { did: 'resolve' },
	'turn off, sent': { did: 'turnOff', isSent: true },
	'turn off, not sent': { did: 'turnOff', isSent: false },
	'launch with retries': { did: 'launch', execution: 2, retries: true },
	'launch without': { did: 'launch', execution: 2, retries: false },
	miss: { did: 'miss', execution: OWN },
	'miss, earlier': { did: 'miss', execution: EARLIER },
	fail: { did: 'fail', execution: OWN, dueAt: 5 },
	'fail, earlier': { did: 'fail', execution: EARLIER, dueAt: 5 },
	stop: { did: 'stop', execution: OWN },
	'stop, earlier': { did: 'stop', execution: EARLIER },
	'deliver the latest': { did: 'deliver', execution: OWN, isLatest: true },
	'deliver an old state': { did: 'deliver', execution: OWN, isLatest: false },
	'deliver the latest, earlier': { did: 'deliver', execution: EARLIER, isLatest: true },
	'deliver an old state, earlier': { did: 'deliver', execution: EARLIER, isLatest: false },
	disturb: { did: 'disturb', execution: EARLIER },
};

const columns = ['waiting', 'flying', 'edited', 'disturbed', 'released', 'held', 'settled'];

/** What each stage becomes, in the order of the columns. "=" stays as it is. */
const same = (result: string) => columns.map(() => result);
const table: Array<[string, ...string[]]> = [
	['appear', ...same('due')],
	['make due', 'due', 'edited', '=', 'edited, disturbed', '=', 'due', '='],
	['resolve', 'settled', '=', '=', '=', '=', 'settled', '='],
	['turn off, sent', 'settled', 'released', 'released', 'released', '=', 'settled', '='],
	['turn off, not sent', '=', 'due', 'due', 'due', '=', '=', '='],
	['launch with retries', ...same('flying 2')],
	['launch without', ...same('released 2')],
	['miss', '=', 'due', 'due', 'due', 'due', '=', '='],
	['miss, earlier', ...same('=')],
	['fail', '=', 'waiting until 5', 'due', 'waiting until 5', '=', '=', '='],
	['fail, earlier', ...same('=')],
	['stop', '=', 'held', 'due', 'held', '=', '=', '='],
	['stop, earlier', ...same('=')],
	['deliver the latest', 'settled', 'settled', 'settled', 'due', 'settled', 'settled', 'settled'],
	['deliver an old state', 'due', 'due', 'due', 'due', 'settled', 'due', 'due'],
	['deliver the latest, earlier', 'settled', '=', '=', '=', '=', 'settled', 'settled'],
	[
		'deliver an old state, earlier',
		...['due', 'disturbed', 'edited, disturbed', '=', '=', 'due', 'due'],
	],
	['disturb', '=', 'disturbed', 'edited, disturbed', '=', '=', '=', 'due'],
];

describe.each(table)('%s', (step, ...results) => {
	test.each(columns.map((column, index) => [column, results[index]]))('%s: %s', (from, to) => {
		const before = structuredClone(stages[from]);
		expect(after(stages[from], steps[step])).toEqual(stages[to === '=' ? from : to]);
		expect(stages[from]).toEqual(before);
	});
});

test('the table has every step and every stage', () => {
	expect(table.map(([step]) => step).sort()).toEqual(Object.keys(steps).sort());
	expect(new Set(columns.map((column) => stages[column].is)).size).toBe(5);
	for (const row of table) expect(row).toHaveLength(columns.length + 1);
});
