import { runOptions } from '../../../../nodes/AgentSuite/fields/operationFields';
import {
	DOCUMENTED,
	MINUTE_ONLY,
	simulate,
	variation,
	type Outcome,
	type Scenario,
} from './simulate';

/** The default of Max Wait, ms. */
export const MAX_WAIT =
	Number(runOptions('person').find(({ name }) => name === 'maxWait')?.default) * 1000;

type Settings = Omit<Scenario, 'seed'>;

/** What is simulated, and what it has to reach. */
export interface SimulatedRow {
	what: string;
	settings: Settings;
	/** What is measured: the time in relation to the least that any client needs, or in seconds, of all or of each burst. */
	unit: 'of the least time' | 's' | 's a burst';
	/** In the median, and at worst. */
	goal: [number, number];
	/** How many requests of a run can be lost to Max Wait. */
	lost?: number;
	/** How many runs the test has, if others than 3: fewer of a long one, more of one with few bursts. The benchmark has 40 of every row. */
	runs?: number;
}

const alone = { processes: 1, startWithin: 0 };
/** Requests that the service let through in the minute before. */
const before = (msAgo: (index: number) => number) =>
	Array.from({ length: 100 }, (_, i) => msAgo(i));
/** A process that sends some reads now and then, beside one that is busy for as long. */
const beside = (reads: number, minutes: number, retryAfter?: boolean): Settings => ({
	processes: 2,
	reads: (6 * minutes + 2) * DOCUMENTED.minute,
	bursts: { count: 6, reads, everyMs: minutes * 60_000 },
	limits: MINUTE_ONLY,
	...(retryAfter !== undefined && { retryAfter }),
});
/** The same with the limit per hour, which ends it after ten minutes. */
const besideInHour = (reads: number, minutes: number, retryAfter?: boolean): Settings => {
	const count = Math.floor(8 / minutes);
	const busyReads = DOCUMENTED.hour - count * reads;
	const bursts = { count, reads, everyMs: minutes * 60_000 };
	return { ...beside(reads, minutes, retryAfter), reads: busyReads, bursts, limits: DOCUMENTED };
};
/** A service that works on few requests at a time. Its 429s have no time, because it does not know it. */
const atATime = (responseMs: number): Settings => ({
	...alone,
	reads: 100,
	concurrency: 10,
	responseMs,
	retryAfter: false,
});

const ofLeast = 'of the least time';
const burst = 's a burst';

export const rows: SimulatedRow[] = [
	{
		what: '2 processes of 300 reads',
		settings: { processes: 2, reads: 300 },
		unit: ofLeast,
		goal: [1.1, 1.2],
	},
	{
		what: '4 processes of 200 reads',
		settings: { processes: 4, reads: 200 },
		unit: ofLeast,
		goal: [1.1, 1.2],
	},
	{
		what: '16 processes of 60 reads',
		settings: { processes: 16, reads: 60 },
		unit: ofLeast,
		goal: [1.05, 1.1],
		runs: 1,
	},
	{
		what: '16 processes of 100 reads, without the limit per hour',
		settings: { processes: 16, reads: 100, limits: MINUTE_ONLY },
		unit: ofLeast,
		goal: [1.05, 1.1],
		runs: 1,
	},
	{
		what: '16 processes of 100 reads, for more than an hour',
		settings: { processes: 16, reads: 100 },
		unit: ofLeast,
		goal: [1.02, 1.05],
		runs: 1,
	},
	{
		what: '16 processes of 100 reads, with the default of Max Wait',
		settings: { processes: 16, reads: 100, maxWait: MAX_WAIT },
		unit: ofLeast,
		goal: [1.02, 1.05],
		runs: 1,
		lost: 600,
	},
	{
		what: '8 processes of 120 reads, with the default of Max Wait',
		settings: { processes: 8, reads: 120, maxWait: MAX_WAIT },
		unit: ofLeast,
		goal: [1.05, 1.1],
		runs: 1,
	},
	{
		what: '2 processes of 300 reads in 10 executions',
		settings: { processes: 2, reads: 300, executions: 10 },
		unit: ofLeast,
		goal: [1.1, 1.2],
		runs: 1,
	},
	{
		what: '4 processes of 200 reads in 20 executions',
		settings: { processes: 4, reads: 200, executions: 20 },
		unit: ofLeast,
		goal: [1.1, 1.2],
		runs: 1,
	},
	{
		what: '30 reads every 4 minutes beside a busy process, with Retry-After',
		settings: besideInHour(30, 4, true),
		unit: burst,
		goal: [30, 120],
		runs: 6,
	},
	{
		what: '30 reads every 4 minutes beside a busy process, without',
		settings: besideInHour(30, 4, false),
		unit: burst,
		goal: [30, 180],
		runs: 6,
	},
	{
		what: '30 reads every 4 minutes, with Retry-After, without the limit per hour',
		settings: beside(30, 4, true),
		unit: burst,
		goal: [30, 120],
		runs: 2,
	},
	{
		what: '30 reads every 4 minutes, without both',
		settings: beside(30, 4, false),
		unit: burst,
		goal: [45, 240],
		runs: 2,
	},
	{
		what: '30 reads every 15 minutes, with Retry-After, without the limit per hour',
		settings: beside(30, 15, true),
		unit: burst,
		goal: [45, 120],
		runs: 1,
	},
	{
		what: '30 reads every 15 minutes, without both',
		settings: beside(30, 15, false),
		unit: burst,
		goal: [50, 180],
		runs: 1,
	},
	{
		what: 'a poll every 2 minutes beside a busy process',
		settings: besideInHour(1, 2),
		unit: burst,
		goal: [12, 120],
	},
	{
		what: 'a poll every 3 minutes, without the limit per hour',
		settings: beside(1, 3),
		unit: burst,
		goal: [15, 150],
	},
	{ what: '100 reads, 10 at a time of 200 ms', settings: atATime(200), unit: 's', goal: [14, 20] },
	{ what: '100 reads, 10 at a time of 2 s', settings: atATime(2000), unit: 's', goal: [45, 55] },
	{ what: '100 reads, 10 at a time of 5 s', settings: atATime(5000), unit: 's', goal: [85, 100] },
	{
		what: '100 reads, 10 % refused at random',
		settings: { ...alone, reads: 100, randomly: 0.1 },
		unit: 's',
		goal: [8, 20],
	},
	{
		what: '250 reads, 10 % refused at random',
		settings: { ...alone, reads: 250, randomly: 0.1 },
		unit: ofLeast,
		goal: [1.25, 1.5],
	},
	{
		what: '250 reads at a plan of 60 a minute',
		settings: {
			...alone,
			reads: 250,
			limits: { ...DOCUMENTED, minute: 60 },
			credential: DOCUMENTED,
		},
		unit: ofLeast,
		goal: [1.1, 1.15],
	},
	{
		what: '100 reads at a plan of 20 a minute',
		settings: {
			...alone,
			reads: 100,
			limits: { ...DOCUMENTED, minute: 20 },
			credential: DOCUMENTED,
		},
		unit: ofLeast,
		goal: [1.1, 1.15],
	},
	{
		what: '2 processes of 300 reads, responses of 7 s',
		settings: { processes: 2, reads: 300, responseMs: 7000 },
		unit: ofLeast,
		goal: [1.2, 1.3],
		runs: 1,
	},
	{
		what: '2 processes of 300 reads, responses of 30 s',
		settings: { processes: 2, reads: 300, responseMs: 30_000 },
		unit: ofLeast,
		goal: [1.4, 1.5],
		runs: 1,
	},
	{
		what: '2 processes of 300 reads, one of 50 hangs',
		settings: { processes: 2, reads: 300, hangs: 50 },
		unit: ofLeast,
		goal: [1.4, 1.6],
	},
	{
		what: '2 processes of 300 reads, 429s count, without the limit per hour',
		settings: { processes: 2, reads: 300, countsRefused: true, limits: MINUTE_ONLY },
		unit: ofLeast,
		goal: [1.6, 1.8],
	},
	{
		// 429s that count can keep the hour full for as long as anyone asks. Max Wait ends that for all that are left.
		what: '2 processes of 300 reads, 429s count, with the default of Max Wait',
		settings: { processes: 2, reads: 300, countsRefused: true, maxWait: MAX_WAIT },
		unit: ofLeast,
		goal: [1.6, 4],
		lost: 60,
	},
	{
		what: '100 reads, a bucket of 20',
		settings: { ...alone, reads: 100, bucket: 20 },
		unit: 's',
		goal: [52, 56],
	},
	{
		what: '100 reads, a minute that an earlier process filled at once',
		settings: { ...alone, reads: 100, before: before((index) => 30_100 - index) },
		unit: 's',
		goal: [45, 55],
	},
	{
		what: '100 reads, a minute that an earlier process filled evenly',
		settings: { ...alone, reads: 100, before: before((index) => 60_000 - index * 600) },
		unit: 's',
		goal: [62, 65],
	},
];

/** The outcomes of several different runs. */
export async function outcomesOf(settings: Settings, runs: number): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	for (let seed = 0; seed < runs; seed++)
		outcomes.push(await simulate({ ...variation(seed), ...settings }));
	return outcomes;
}

/** What a row measures, of all its runs. */
export function samplesOf({ unit }: SimulatedRow, outcomes: Outcome[]): number[] {
	if (unit === 's a burst') return outcomes.flatMap((one) => one.burstTimes.map((ms) => ms / 1000));
	return outcomes.map(({ factor, took }) => (unit === 's' ? took / 1000 : factor));
}

/** The smaller part of two processes, of which one comes later, from the fifteenth minute to the end of the first that ends. */
export async function partOfLatecomer(seed: number, retryAfter: boolean): Promise<number> {
	const settings = { processes: 2, reads: 3000, startWithin: 120_000, limits: MINUTE_ONLY };
	const { byMinute } = await simulate({ ...variation(seed), ...settings, retryAfter });
	const end = Math.min(...byMinute.map((minutes) => minutes.length)) - 1;
	const [one, other] = byMinute.map((minutes) =>
		minutes.slice(15, end).reduce((sum, count) => sum + (count ?? 0), 0),
	);
	return Math.min(one, other) / (one + other);
}
