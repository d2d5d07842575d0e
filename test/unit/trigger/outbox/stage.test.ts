import {
	stageAfter,
	type Stage,
	type Step,
} from '../../../../nodes/AgentSuite/trigger/outbox/stage';

const flying = {
	is: 'flying',
	execution: 1,
	isRepaired: false,
	isDisturbed: false,
} as const;

/** The columns, by the kind of stage, so that the compiler misses a new one. Of execution 1 where there is one. */
const columns = {
	waiting: { waiting: { is: 'waiting', dueAt: 900 } },
	flying: {
		flying,
		edited: { ...flying, isRepaired: true },
		disturbed: { ...flying, isDisturbed: true },
		both: { ...flying, isRepaired: true, isDisturbed: true },
	},
	handedOver: { handedOver: { is: 'handedOver', execution: 1 } },
	held: { held: { is: 'held' } },
	settled: { settled: { is: 'settled' } },
} as const satisfies { [Is in Stage['is']]: Record<string, Extract<Stage, { is: Is }>> };

const before = Object.assign({}, ...Object.values(columns)) as Record<string, Stage>;

/** What a step can lead to besides the columns. */
const results = {
	due: { is: 'waiting', dueAt: 0 },
	'until 5': { is: 'waiting', dueAt: 5 },
	'flying 2': { ...flying, execution: 2 },
	'handedOver 2': { is: 'handedOver', execution: 2 },
} as const satisfies Record<string, Stage>;

/** The rows, by the kind of step, so that the compiler misses a new one. Of this execution, or of one before it. */
const [OWN, EARLIER] = [{ execution: 1 }, { execution: 0 }];
const steps = {
	appear: { appear: {} },
	makeDue: { 'make due': {} },
	settle: { settle: {} },
	turnOff: { 'off, sent': { isLatestSent: true }, 'off, not sent': { isLatestSent: false } },
	launch: {
		'launch with retries': { execution: 2, retries: true },
		'launch without': { execution: 2, retries: false },
	},
	notStart: { 'not start': OWN, 'not start, earlier': EARLIER },
	fail: { fail: { ...OWN, dueAt: 5 }, 'fail, earlier': { ...EARLIER, dueAt: 5 } },
	stop: { stop: OWN, 'stop, earlier': EARLIER },
	deliver: {
		'deliver latest': { ...OWN, isLatest: true },
		'deliver old': { ...OWN, isLatest: false },
		'deliver latest, earlier': { ...EARLIER, isLatest: true },
		'deliver old, earlier': { ...EARLIER, isLatest: false },
	},
	disturb: { disturb: OWN, 'disturb, earlier': EARLIER },
} satisfies { [Did in Step['did']]: Record<string, Omit<Extract<Step, { did: Did }>, 'did'>> };

type KeysOfEach<Type> = { [Key in keyof Type]: keyof Type[Key] }[keyof Type];
type Result = '=' | KeysOfEach<typeof columns> | keyof typeof results;
type Row = [Result, Result, Result, Result, Result, Result, Result, Result];
const same = (result: Result): Row => Array<Result>(8).fill(result) as Row;

/** What each stage becomes. "=" stays as it is. */
const table: Record<KeysOfEach<typeof steps>, Row> = {
	// waiting, flying, edited, disturbed, both, handedOver, held, settled
	appear: same('due'),
	'make due': ['due', 'edited', '=', 'both', '=', '=', 'due', '='],
	settle: ['settled', '=', '=', '=', '=', '=', 'settled', '='],
	'off, sent': [
		'settled',
		'handedOver',
		'handedOver',
		'handedOver',
		'handedOver',
		'=',
		'settled',
		'=',
	],
	'off, not sent': ['=', 'due', 'due', 'due', 'due', '=', '=', '='],
	'launch with retries': same('flying 2'),
	'launch without': same('handedOver 2'),
	'not start': ['=', 'due', 'due', 'due', 'due', 'due', '=', '='],
	'not start, earlier': same('='),
	fail: ['=', 'until 5', 'due', 'until 5', 'due', '=', '=', '='],
	'fail, earlier': same('='),
	stop: ['=', 'held', 'due', 'held', 'due', '=', '=', '='],
	'stop, earlier': same('='),
	// waiting, flying, edited, disturbed, both, handedOver, held, settled
	'deliver latest': ['settled', 'settled', 'settled', 'due', 'due', 'settled', 'settled', '='],
	'deliver old': ['due', 'due', 'due', 'due', 'due', 'settled', 'due', 'due'],
	'deliver latest, earlier': ['settled', '=', '=', '=', '=', '=', 'settled', '='],
	'deliver old, earlier': ['due', 'disturbed', 'both', '=', '=', '=', 'due', 'due'],
	disturb: ['=', '=', '=', '=', '=', '=', '=', 'due'],
	'disturb, earlier': ['=', 'disturbed', 'both', '=', '=', '=', '=', 'due'],
};

const rows = Object.entries(steps).flatMap(([did, each]) =>
	Object.entries(each).map(([name, rest]) => [name, { did, ...rest } as Step] as const),
);
const stages: Record<string, Stage> = { ...before, ...results };

describe.each(rows)('%s', (name, step) => {
	const row = table[name as keyof typeof table];
	test.each(Object.keys(before).map((from, index) => [from, row[index]]))('%s: %s', (from, to) => {
		const stage = structuredClone(before[from]);
		expect(stageAfter(before[from], step)).toEqual(stages[to === '=' ? from : to]);
		expect(before[from]).toEqual(stage);
	});
});

test('a row has a cell for each column', () => {
	expect(Object.keys(before)).toHaveLength(same('=').length);
});
