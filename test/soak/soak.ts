/**
 * A leak test: runs all operations and polls in one long-lived process with n8n's engine, against a service in another
 * process that fails now and then. Run by `npm run test:soak`. What the results are is tested in test/engine.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { collectLog, log } from '../support/log';

import { withoutLimits } from '../support/credential';
import { loadPackage, runNode } from '../support/engine';
import { Host } from '../support/triggerHost';
import { shortenBackoff } from '../support/nodeSettings';
import { working } from '../support/operationExamples';
import { grows, memoryInUse, openResources } from './leftovers';
import type { Known } from './service';

const LANES = 8;
const ROUNDS = 8;
/** Executions of a lane in a round. */
const EXECUTIONS = 60;
/** Keep-alive connections have this long to end, ms. */
const PATIENCE = 20_000;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: String(ROUNDS) } } });
const rounds = Number(values.rounds);
if (!(rounds >= 6)) throw new Error('--rounds takes a number from 6');

/** What went wrong, each kind once. */
const problems = new Set<string>();

/** Watches the terminal and Node.js from now on. */
function watch(secrets: string[]): (where: string, text: string) => void {
	const read = (where: string, text: string) => {
		if (secrets.some((secret) => text.includes(secret))) problems.add(`a secret is in ${where}`);
	};
	for (const stream of [process.stdout, process.stderr]) {
		const write = stream.write.bind(stream) as typeof stream.write;
		stream.write = ((...args: Parameters<typeof stream.write>) => {
			read('the output of the terminal', String(args[0]));
			return write(...args);
		}) as typeof stream.write;
	}
	process.on('unhandledRejection', (error) => problems.add(`unhandled: ${String(error)}`));
	process.on('warning', ({ name, message }) => problems.add(`${name}: ${message}`));
	return read;
}

async function main(): Promise<number> {
	collectLog();
	shortenBackoff(10);
	const loader = await loadPackage();
	const service = fork(join(__dirname, 'service.ts'), { execArgv: ['--import', 'tsx'] });
	const [known] = (await once(service, 'message')) as [Known];
	const read = watch([...Object.values(known.tokens), ...known.secrets, 'Bearer']);
	const before = openResources();
	const credential = { accessToken: known.tokens.admin, baseUrl: known.url, ...withoutLimits };
	const ids = Object.keys(working);
	let executions = 0;

	const execute = async () => {
		const number = ++executions;
		const id = ids[number % ids.length];
		const [resource, operation] = id.split('.');
		let timer: NodeJS.Timeout | undefined;
		const { run } = await runNode(loader, {
			parameters: { resource, operation, ...working[id], options: { maxWait: 5, timeout: 2 } },
			items: Array.from({ length: 1 + (number % 5) }, (_, item) => ({ item })),
			settings: {
				onError: number % 2 ? 'continueRegularOutput' : 'stopWorkflow',
				...(number % 3 === 0 && { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 }),
			},
			credential,
			executionId: `soak-${number}`,
			onStart: (stop) => {
				if (number % 13 === 0) timer = setTimeout(stop, number % 50);
			},
		});
		clearTimeout(timer);
		read('the result of a run', JSON.stringify(run));
	};
	const parameters = { event: 'leadCreatedOrUpdated', retryFailedExecutions: true };
	const host = new Host(loader, { parameters, credential });
	host.outcome = () => (host.runs.length % 4 === 0 ? 'error' : 'success');
	await host.activate().catch(() => undefined);
	const lane = async () => {
		for (let count = 0; count < EXECUTIONS; count++) await execute();
	};
	const poll = async () => {
		for (let count = 0; count < EXECUTIONS; count++) await host.poll().catch(() => undefined);
	};

	const samples: number[] = [];
	for (let round = 1; round <= rounds; round++) {
		service.send('a new lead');
		await Promise.all([poll(), ...Array.from({ length: LANES }, lane)]);
		// What the test itself keeps.
		host.runs.length = 0;
		host.warnings.length = 0;
		host.debugLines.length = 0;
		read("n8n's log", log.text);
		log.text = '';
		samples.push(await memoryInUse());
		console.log(`${executions} executions: ${(samples[round - 1] / 1e6).toFixed(1)} MB`);
	}
	if (grows(samples)) problems.add('memory grows');

	const until = Date.now() + PATIENCE;
	const more = () => [...openResources()].filter((name) => !before.has(name));
	while (Date.now() < until && more().length > 0) await pause(100);
	if (more().length > 0) problems.add(`still open: ${more().join(', ')}`);
	for (const problem of problems) console.error(problem);
	console.log(problems.size === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
	return problems.size === 0 ? 0 : 1;
}

// Open handles were already checked and must not keep the process alive.
void main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
