/**
 * Runs all checks with the engine that is installed in a folder, in a separate process, because two versions of
 * n8n-core cannot be loaded together. Started by engines.ts with the folder. The first message contains the rest.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { inspect } from 'node:util';

import { startSandbox } from '../../sandbox';
import { Bench, checks, type Trace } from './checks';
import { Engine } from './engine';
import type { Outcome } from './report';

export interface Task {
	core: string;
	/** Results of the newest n8n. Undefined for the newest n8n itself. */
	reference?: Record<string, Trace>;
}

export interface Answer {
	outcomes: Outcome[];
	traces: Record<string, Trace>;
}

/** Maximum time of a check, ms. */
const LONGEST = 60_000;

async function runChecks(bench: Bench): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	for (const { title, needs, run } of checks) {
		if (needs && !bench.engine.offers(needs.name)) {
			outcomes.push({ title, result: 'not in this version', why: needs.what });
			continue;
		}
		bench.sandbox.reset();
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(new Error(`No end after ${LONGEST / 1000} s`)), LONGEST);
		});
		try {
			await Promise.race([run(bench), late]);
			outcomes.push({ title, result: 'passed' });
		} catch (error) {
			const why = error instanceof assert.AssertionError ? error.message : inspect(error);
			outcomes.push({ title, result: 'failed', why });
		} finally {
			clearTimeout(timer);
		}
	}
	return outcomes;
}

async function main(): Promise<void> {
	const [folder] = process.argv.slice(2);
	process.send?.('ready');
	const [{ core, reference }] = (await once(process, 'message')) as [Task];
	const sandbox = await startSandbox({ limits: { minute: 0, hour: 0, day: 0 } });
	let answer: Answer = { outcomes: [], traces: {} };
	const title = 'the package is loaded by the loader of n8n';
	try {
		const engine = await Engine.load(folder, core);
		const bench = new Bench(engine, sandbox, reference);
		const outcomes = await runChecks(bench);
		answer = { outcomes: [{ title, result: 'passed' }, ...outcomes], traces: bench.traces };
	} catch (error) {
		const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
		answer.outcomes.push({ title, result: 'failed', why });
	}
	// Polls that were given up can still wait for a response. They end with the process.
	process.send?.(answer, () => process.exit(0));
}

process.once('disconnect', () => process.exit(1));
void main();
