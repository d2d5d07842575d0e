/**
 * Kills a complete n8n at random moments while new leads go to a destination that refuses, is busy, hangs, or loses
 * connections, and counts what arrives. Three workflows run side by side under the same kills: the trigger with
 * retries, n8n's Airtable Trigger, and a list with Remove Duplicates. Run by `npm run test:kills`. With
 * `-- --out test/kills/result.json`, and `npm run generate` after it, docs/maintainers/testing.md shows the result, unless something failed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { pseudoRandom } from '../../sandbox/faults';
import { packPackage } from '../../playground/package';
import type { Rest } from '../../playground/rest';
import { killsTable } from '../../scripts/docs/kills';
import { startStandIns } from '../support/standIns/standIn';
import { Airtable } from '../support/standIns/airtable';
import { accountOf, storedByNext, storedByPoll, type Execution } from './account';
import { conditions, Destination, type Condition } from './destination';
import { modeNames, startHost, type Host, type Victim } from './hosts';
import { rowsOf, saveResult, type Counted } from './report';
import { POLL_SECONDS, publishSubjects, type Subject } from './subjects';

const { values } = parseArgs({
	options: {
		seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
		mode: { type: 'string', multiple: true, default: modeNames },
		records: { type: 'string', default: '75' },
		kills: { type: 'string', default: '8' },
		stops: { type: 'string', default: '4' },
		patience: { type: 'string', default: '480' },
		out: { type: 'string' },
	},
});
const seed = Number(values.seed);
const [records, kills, stops] = [values.records, values.kills, values.stops].map(Number);
if (![seed, records, kills, stops].every(Number.isInteger) || kills < 2 || stops < 0) {
	throw new Error('--seed, --records, --kills, and --stops take numbers, --kills at least 2');
}

/** Time in which the records of a round are created, and before the last moment of a kill, ms. */
const ROUND = 9000;

/** A round ends with a kill of this process, or with Stop of all executions that are in progress. */
interface Round {
	end: Victim | 'stop';
	condition: Condition;
	count: number;
}

interface Row extends Counted {
	ours: boolean;
}

function shuffled<T>(list: T[], random: () => number): T[] {
	return list
		.map((value) => ({ value, place: random() }))
		.sort((left, right) => left.place - right.place)
		.map(({ value }) => value);
}

/** The last round kills the process that polls, because a record of a stopped execution waits for a restart. */
function planRounds({ victims }: Host, random: () => number): Round[] {
	const killed = Array.from({ length: kills - 2 }, (_, place) => victims[place % victims.length]);
	const stopped = Array.from({ length: stops }, () => 'stop' as const);
	const ends = [...shuffled([...killed, ...stopped], random), victims[0]];
	const deck = shuffled(
		ends.map((_, place) => conditions[place % conditions.length]),
		random,
	);
	return ends.map((end, place) => ({
		end,
		// Only an execution that takes long can be stopped.
		condition: end === 'stop' ? 'hang' : deck[place],
		count:
			Math.floor(((place + 1) * records) / ends.length) -
			Math.floor((place * records) / ends.length),
	}));
}

interface Listed {
	id: string;
	status: string;
	createdAt: string;
	stoppedAt: string | null;
}

async function executionsOf(rest: Rest, workflowId: string): Promise<Execution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const found: Listed[] = [];
	let cursor: string | null = '';
	while (cursor !== null) {
		const page: { results: Listed[]; nextCursor: string | null } = await rest.get(
			`/rest/executions?filter=${filter}&limit=100${cursor && `&cursor=${cursor}`}`,
		);
		found.push(...page.results);
		cursor = page.nextCursor ?? null;
	}
	return found.map(({ id, status, createdAt, stoppedAt }) => ({
		id,
		status,
		createdAt: Date.parse(createdAt),
		stoppedAt: stoppedAt === null ? Infinity : Date.parse(stoppedAt),
	}));
}

/** Clicks Stop in every execution that is in progress, once there is one of the first workflow. */
async function stopExecutions(rest: Rest, subjects: Subject[]): Promise<void> {
	for (const { workflow, path } of subjects) {
		const deadline = Date.now() + (path === subjects[0].path ? 20_000 : 0);
		let running: Execution[];
		do {
			await pause(200);
			running = (await executionsOf(rest, workflow)).filter(({ status }) => status === 'running');
		} while (running.length === 0 && Date.now() < deadline);
		for (const { id } of running) {
			// It can have ended in the meantime.
			await rest.post(`/rest/executions/${id}/stop`).catch(() => undefined);
		}
	}
}

async function runMode(mode: string): Promise<Row[]> {
	const random = pseudoRandom(seed + modeNames.indexOf(mode));
	const began = Date.now();
	const say = (text: string) =>
		console.log(`  ${mode} ${((Date.now() - began) / 1000).toFixed(0)} s: ${text}`);
	const airtable = new Airtable();
	const destination = new Destination(pseudoRandom(seed + 100));
	const proxy = await startStandIns(airtable);
	const created = new Map<string, { at: number; email: string }>();
	const restarts: number[] = [];
	let host: Host | undefined;
	try {
		await destination.start();
		const running = await startHost(mode, proxy.env);
		host = running;
		const subjects = await publishSubjects(
			running.rest(),
			running.sandbox,
			airtable,
			(path) => `${destination.url}/${path}`,
		);
		await pause(POLL_SECONDS * 3000);

		const addRecords = async (count: number) => {
			const moments = Array.from({ length: count }, () => random() * ROUND);
			const refused = Array.from({ length: count }, (_, place) => place === 0 || random() < 0.2);
			let now = 0;
			for (const [place, moment] of moments.sort((left, right) => left - right).entries()) {
				await pause(moment - now);
				now = moment;
				const { lead } = running.sandbox.addLead();
				const key = lead.agentConversationId;
				if (refused[place]) destination.refused.add(key);
				airtable.add({ 'Lead Key': key, Email: lead.email });
				created.set(key, { at: Date.now(), email: lead.email });
			}
		};

		const kill = async ({ name, kill: end, start }: Victim, off: number) => {
			await end();
			if (name === running.victims[0].name) restarts.push(Date.now());
			say(`SIGKILL of ${name}, destination: ${destination.condition}, ${created.size} records`);
			await pause(off);
			// n8n 2.41 can end while it starts, if it was killed between the creation and the start of an execution
			// ("reading 'getTime'"). As a supervisor does, this starts it again.
			await start().catch(async () => await start());
		};

		for (const { end, condition, count } of planRounds(running, random)) {
			destination.condition = condition;
			const [moment, off, recovery] = [random() * ROUND, random() * 3000, random() * 6000];
			const adding = addRecords(count);
			await pause(moment);
			if (end === 'stop') {
				await stopExecutions(running.rest(), subjects);
				say(`Stop, destination: ${condition}, ${created.size} records`);
			} else {
				await kill(end, off);
			}
			await adding;
			await pause(recovery);
			destination.condition = 'fine';
			await pause(POLL_SECONDS * 2000);
		}

		const arrived = () => {
			const own = destination.writes.filter(({ subject }) => subject === subjects[0].path);
			return new Set(own.map(({ key }) => key)).size >= created.size;
		};
		const deadline = Date.now() + Number(values.patience) * 1000;
		while (!arrived() && Date.now() < deadline) await pause(500);
		say(arrived() ? 'everything has arrived' : 'not everything has arrived');
		// A restart without work: what counts as undelivered comes again now.
		await pause(POLL_SECONDS * 3000);
		await kill(running.victims[0], 0);
		await pause(POLL_SECONDS * 5000);

		const bearer = `Bearer ${running.sandbox.tokens.admin}`;
		const polls = running.sandbox.requests
			.filter(({ headers, status }) => headers.authorization === bearer && status === 200)
			.map(({ at }) => at);
		const storedAt = mode === 'durable' ? storedByPoll(polls) : storedByNext;
		return await Promise.all(
			subjects.map(async ({ title, path, workflow }, place) => {
				const writes = destination.writes.filter(({ subject }) => subject === path);
				const executions = await executionsOf(running.rest(), workflow);
				const history = { created, writes, executions, restarts, storedAt };
				const stopped = executions.filter(({ status }) => status === 'canceled').length;
				return { ...accountOf(history), mode, title, ours: place === 0, kills, stops: stopped };
			}),
		);
	} finally {
		await host?.stop();
		await proxy.stop();
		await destination.stop();
	}
}

/** The command of this run, with the seed, and with what differs from the defaults. */
function command(): string {
	const told = process.argv.slice(2).join(' ');
	const args = told.replace(/ ?--(?:out|seed)(?: |=)\S+/g, '').trim();
	return ['npm run test:kills --', `--seed ${seed}`, ...(args ? [args] : [])].join(' ');
}

async function main(): Promise<number> {
	console.log(
		`Seed ${seed}: ${values.mode.length} modes, in each ${records} records, ${kills} kills`,
	);
	// One tarball for all modes, which run side by side, because they mostly wait.
	process.env.PACKAGE_TARBALL ??= (await packPackage()).tarball;
	const rows = (await Promise.all(values.mode.map(runMode))).flat();
	const counted = rowsOf(rows);
	console.log(`\n${killsTable(counted)}\n`);
	let failed = 0;
	for (const { mode, ...row } of rows.filter(({ ours }) => ours)) {
		for (const what of ['lost', 'wrong', 'unexplained'] as const) {
			failed += row[what].length;
			if (row[what].length > 0) console.log(`FAIL ${mode}: ${what}: ${row[what].join('\n  ')}`);
		}
		if (stops > 0 && row.stops === 0) {
			failed++;
			console.log(`FAIL ${mode}: no execution was in progress when it should have been stopped`);
		}
	}
	console.log(failed === 0 ? 'ok' : `${failed} failed`);
	if (values.out && failed === 0) await saveResult(values.out, command(), counted);
	return failed === 0 ? 0 : 1;
}

void main().then((code) => process.exit(code));
