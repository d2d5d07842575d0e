/** Row 7: a poll of a trigger that knows many leads, in n8n's own poll context. */
import type { TopLevelSpec } from 'vega-lite';

import { chart } from '../charts';
import { childResult } from '../child';
import type { PollPeak } from '../inEngine';
import { expectCount, type Bench, type Goal, type Row } from '../row';
import { figure, type Figure } from '../statistics';
import { mb, ms, number, plain, table, times } from '../text';

/** Number of new leads in a poll. */
const NEW = 10;

interface Point {
	event: string;
	known: number;
	/** The whole poll, and its parts downloading and JSON.parse, ms. */
	poll: Figure;
	download: Figure;
	parse: Figure;
	/** Added memory, MB. */
	memory: Figure;
	/** Bytes of static data per lead. */
	bytes: number;
}

export interface Poll {
	points: Point[];
}

async function point(bench: Bench, event: string, known: number): Promise<Point> {
	const rounds = bench.rounds(known > 500_000 ? 3 : 5);
	const peaks: PollPeak[] = [];
	const { server } = bench;
	const [before, after, small] = [known, known + NEW, 10].map((leads) => server.baseUrl(0, leads));
	for (const url of [small, before, after]) await server.prepare(url);
	for (let round = 0; round < rounds; round++) {
		const args = ['poll', before, event, after, small];
		const peak = await childResult<PollPeak>('inEngine.ts', args);
		expectCount(
			`${event} with ${known} leads known`,
			peak.items,
			event === 'leadCreated' ? NEW : 0,
		);
		expectCount('Leads in the list', peak.known, known + NEW);
		peaks.push(peak);
	}
	return {
		event,
		known,
		poll: figure(peaks.map((peak) => peak.ms)),
		download: figure(peaks.map(({ downloadMs }) => downloadMs)),
		parse: figure(peaks.map(({ parseMs }) => parseMs)),
		memory: figure(peaks.map(({ moreMb }) => moreMb)),
		bytes: Math.max(...peaks.map(({ stored }) => stored / (known + NEW))),
	};
}

async function run(bench: Bench): Promise<Poll> {
	const points: Point[] = [];
	const sizes = bench.smoke ? [20, 40] : [1000, 10_000, 100_000, 1_000_000];
	for (const known of sizes) {
		bench.say(`a poll that knows ${number(known)} leads`);
		points.push(await point(bench, 'leadCreated', known));
	}
	// For the other lead events, the data per lead does not depend on the number of leads.
	for (const event of bench.smoke ? [] : ['leadStatusChanged', 'leadUpdated']) {
		bench.say(`a poll of ${event} that knows 100,000 leads`);
		points.push(await point(bench, event, 100_000));
	}
	return { points };
}

const created = (points: Point[]) => points.filter(({ event }) => event === 'leadCreated');

function goals({ points }: Poll): Goal[] {
	const bytes = points.filter(({ known }) => known >= 100_000);
	const [from, to] = created(points).slice(-2);
	const linear = to.poll.median / to.known / (from.poll.median / from.known);
	return [
		{
			goal: 'Poll: at most 32 bytes of static data a lead',
			measured: bytes
				.map((one) => `${one.bytes.toFixed(1)} (${one.event}, ${number(one.known)})`)
				.join(', '),
			met: bytes.every((one) => one.bytes <= 32),
		},
		{
			goal: 'Poll: time grows linearly',
			measured: `a lead of ${number(to.known)} takes ${times(linear)} of one of ${number(from.known)}`,
			met: linear < 1.3,
		},
	];
}

function parts({ points }: Poll): Record<string, string> {
	const own = ({ poll: all, download, parse }: Point) =>
		number(Math.max(0, all.median - download.median - parse.median));
	return {
		'poll: points': table(
			[
				'Event',
				'Known leads',
				'Poll',
				'Download alone',
				'JSON.parse alone',
				'The rest',
				'Memory',
				'Bytes a lead',
			],
			points.map((one) => [
				one.event,
				number(one.known),
				ms(one.poll),
				`${plain(one.download)} ms`,
				`${plain(one.parse)} ms`,
				`${own(one)} ms`,
				mb(one.memory),
				one.bytes.toFixed(1),
			]),
		),
	};
}

function charts({ points }: Poll): Record<string, TopLevelSpec> {
	const titles = ['whole poll', 'download and JSON.parse alone'];
	const dots = created(points).flatMap(({ known: size, poll: all, download, parse }) => [
		{ size, variant: titles[0], y: all.median },
		{ size, variant: titles[1], y: download.median + parse.median },
	]);
	return { poll: chart.lines(dots, 'known leads', 'ms', titles) };
}

export const poll: Row<Poll> = { number: 7, name: 'poll', run, goals, parts, charts };
