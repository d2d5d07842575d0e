/** Row 10: many items that look up leads in one list. */
import { generatedLead } from '../../sandbox/seedMore';
import type { Figures } from '../../test/support/sharedReads';
import { childResult } from '../child';
import type { Bench, Goal, Row } from '../row';
import { expectCount } from '../row';
import { figure, type Figure } from '../statistics';
import { mb, ms, number, table } from '../text';

const cases = [
	{ items: 500, leads: 5_000 },
	{ items: 150, leads: 100_000 },
	{ items: 1_000, leads: 10_000 },
];
/** Number of leads at the end of the list that are looked up. */
const WANTED = 1_000;
const MOST_MS = 1_000;
const MOST_BLOCKED_MS = 100;
/** About the garbage of one lookup. A copy of the list for each item would take gigabytes. */
const MOST_MB = 60;

type Measured = Omit<Figures, 'found'>;

interface Point {
	items: number;
	leads: number;
	figures: Record<keyof Measured, Figure>;
}

export interface Lookups {
	points: Point[];
}

async function point({ server, rounds }: Bench, items: number, leads: number): Promise<Point> {
	const url = server.baseUrl(0, leads);
	await server.prepare(url);
	const emails = Array.from(
		{ length: Math.min(WANTED, leads) },
		(_, index) => generatedLead(leads - index, 'org_bench').lead.email,
	);
	const samples: Measured[] = [];
	for (let round = 0; round < rounds(7); round++) {
		const { found, ...measured } = await childResult<Figures>(
			'../test/support/sharedReads.ts',
			[url, 'bench', String(items), JSON.stringify(emails)],
			['--expose-gc'],
		);
		expectCount(`${items} lookups in ${leads} leads`, found, items);
		samples.push(measured);
	}
	const names = Object.keys(samples[0]) as Array<keyof Measured>;
	const figures = Object.fromEntries(
		names.map((name) => [name, figure(samples.map((sample) => sample[name]))]),
	) as Point['figures'];
	return { items, leads, figures };
}

async function run(bench: Bench): Promise<Lookups> {
	const points: Point[] = [];
	const small = cases.map(() => ({ items: 3, leads: 20 }));
	for (const { items, leads } of bench.smoke ? small : cases) {
		bench.say(`${number(items)} items in ${number(leads)} leads`);
		points.push(await point(bench, items, leads));
	}
	return { points };
}

function goals({ points }: Lookups): Goal[] {
	const [first, long] = points;
	const title = ({ items, leads }: Point) => `${number(items)} in ${number(leads)}`;
	const blocked = points.map((one) => `${number(one.figures.blockedMs.median)} ms (${title(one)})`);
	return [
		{
			goal: `Lookups: ${title(first)} leads within ${number(MOST_MS)} ms`,
			measured: ms(first.figures.ms),
			met: first.figures.ms.median <= MOST_MS,
		},
		{
			goal: `Lookups: ${title(long)} leads take at most ${MOST_MB} MB more than one`,
			measured: mb(long.figures.grownMb),
			met: long.figures.grownMb.median <= MOST_MB,
		},
		{
			goal: `Lookups: n8n is not blocked for more than ${MOST_BLOCKED_MS} ms of CPU time after the response`,
			measured: blocked.join(', '),
			met: points.every(({ figures }) => figures.blockedMs.median <= MOST_BLOCKED_MS),
		},
	];
}

function parts({ points }: Lookups): Record<string, string> {
	return {
		'lookups: times': table(
			['Items', 'Leads', 'Time', 'CPU time', 'Of the time: request', 'More memory than one lookup'],
			points.map(({ items, leads, figures }) => [
				number(items),
				number(leads),
				ms(figures.ms),
				ms(figures.cpuMs),
				ms(figures.requestMs),
				mb(figures.grownMb),
			]),
		),
		'lookups: blocked': table(
			['Items', 'Leads', "During the request, in n8n's helper", 'After it'],
			points.map(({ items, leads, figures }) => [
				number(items),
				number(leads),
				ms(figures.requestBlockedMs),
				ms(figures.blockedMs),
			]),
		),
	};
}

export const lookups: Row<Lookups> = {
	number: 10,
	name: 'lookups',
	run,
	goals,
	parts,
	charts: () => ({}),
};
