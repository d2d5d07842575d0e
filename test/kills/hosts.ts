import type { Rest } from '../../playground/rest';
import type { Sandbox } from '../../sandbox';
import { Cluster } from '../queue/cluster';
import { modes } from '../support/server/pollingModes';
import { startServer } from '../support/server/server';

/** A process that can be killed (SIGKILL) and started again on its data. */
export interface Victim {
	name: string;
	kill(): Promise<void>;
	start(): Promise<void>;
}

export interface Host {
	sandbox: Sandbox;
	/** A session in n8n. Each start of n8n replaces it. */
	rest(): Rest;
	/** The process that polls, and the others. */
	victims: [Victim, ...Victim[]];
	stop(): Promise<void>;
}

export const modeNames = [...modes.map(([mode]) => mode), 'queue'];

/** Starts n8n in one of the polling modes, or in queue mode with one worker. */
export async function startHost(mode: string, env: NodeJS.ProcessEnv): Promise<Host> {
	const account = { limits: { minute: 0, hour: 0, day: 0 }, balance: 1e6 };
	if (mode !== 'queue') {
		const variables = modes.find(([name]) => name === mode)?.[1];
		if (variables === undefined) throw new Error(`The modes are ${modeNames.join(', ')}`);
		const server = await startServer({ ...variables, ...env }, account);
		const n8n = { name: 'n8n', kill: () => server.kill(), start: () => server.boot() };
		const { sandbox } = server;
		return { sandbox, rest: () => server.rest, victims: [n8n], stop: () => server.stop() };
	}
	const cluster = new Cluster();
	const stop = () => cluster.stop();
	await cluster.start(1, env, account).catch(async (error) => {
		await stop();
		throw error;
	});
	const [worker] = cluster.workers;
	const victims: Host['victims'] = [
		{ name: 'main', kill: () => cluster.main.kill(), start: () => cluster.main.boot() },
		{ name: 'worker', kill: () => worker.process.kill(), start: () => worker.boot() },
	];
	return { sandbox: cluster.sandbox, rest: () => cluster.rest, victims, stop };
}
