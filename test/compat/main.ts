/** The version matrix. Started by scripts/compat.mjs once everything is installed, with what to run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { packPackage, type PackedPackage } from '../../playground/package';
import type { Answer } from './child';
import { runEngine } from './engines';
import { count, keep, render, type Leg, type Outcome } from './report';
import { runServer } from './server';
import { cache, versions, type Version } from './versions';

async function leg(
	{ n8n }: Version,
	kind: Leg['kind'],
	run: () => Promise<Outcome[]>,
): Promise<Leg> {
	console.log(`n8n ${n8n}, ${kind === 'engine' ? 'its engine' : 'all of it'} …`);
	const began = Date.now();
	const outcomes = await run();
	const done = { n8n, kind, outcomes, ms: Date.now() - began };
	const [passed, failed] = [count(done, 'passed'), count(done, 'failed')];
	console.log(`  ${passed} passed, ${failed} failed, ${Math.round(done.ms / 1000)} s`);
	return done;
}

/** The newest first, because the others are compared with it. */
async function engines(chosen: Version[], packed: PackedPackage): Promise<Leg[]> {
	const newest = versions[versions.length - 1];
	let reference: Answer['traces'] | undefined;
	const legs: Leg[] = [];
	for (const version of [newest, ...chosen.filter((one) => one !== newest)]) {
		legs.push(
			await leg(version, 'engine', async () => {
				const answer = await runEngine(version, packed, reference);
				reference ??= answer.traces;
				return answer.outcomes;
			}),
		);
	}
	const place = ({ n8n }: Leg) => versions.findIndex((version) => version.n8n === n8n);
	return legs.sort((left, right) => place(left) - place(right));
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			engine: { type: 'string', multiple: true, default: [] },
			server: { type: 'string', multiple: true, default: [] },
		},
	});
	const named = (names: string[]) => versions.filter(({ n8n }) => names.includes(n8n));
	const packed = await packPackage();
	const legs = values.engine.length > 0 ? await engines(named(values.engine), packed) : [];
	for (const version of named(values.server)) {
		legs.push(await leg(version, 'server', async () => await runServer(version)));
	}
	mkdirSync(cache, { recursive: true });
	writeFileSync(join(cache, 'result.json'), JSON.stringify(legs, null, '\t'));
	await keep(legs);
	console.log(`\n${render(legs)}`);
	const failed = legs.some((one) => count(one, 'failed') > 0 || count(one, 'passed') === 0);
	if (failed || legs.length === 0) process.exitCode = 1;
}

// The leash of scripts/compat.mjs: if that process ends, this one and all its children end too.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
void main();
