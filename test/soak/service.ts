/**
 * The service of the soak, in a separate process: the sandbox with changing faults, and the journal of the results
 * that the process under test reports. Started by remote.ts. It ends with the process that started it.
 */
import * as table from '../../nodes/AgentSuite/resources/operations';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { pseudoRandom } from '../../sandbox/faults';
import { working } from '../support/working';
import { Forecast } from './faults';
import type { Calls, Entry, Known, RemoteOptions } from './remote';
import { Dice } from './tools';

async function countLists({ url, tokens }: Sandbox): Promise<Record<string, number>> {
	const lists = Object.values(table).filter(({ fields }) =>
		fields.some(({ name }) => name === 'limit'),
	);
	const counts = lists.map(async ({ resource, operation, path, request, records }) => {
		const id = `${resource}.${operation}`;
		const { query } = request(working[id], {});
		const headers = { authorization: `Bearer ${tokens.admin}` };
		const address = `${url}${path}?${new URLSearchParams(query).toString()}`;
		const response = await fetch(address, { headers });
		return [id, records(await response.json()).length] as const;
	});
	return Object.fromEntries(await Promise.all(counts));
}

function callsOf(sandbox: Sandbox, forecast: Forecast): Calls {
	const journal: Entry[] = [];
	let timer: NodeJS.Timeout | undefined;
	const set = (faults: Fault[]) => {
		sandbox.clearFaults();
		for (const fault of faults) sandbox.addFault(fault);
	};
	const change = () => {
		const { faults, ms } = forecast.next();
		set(faults);
		timer = setTimeout(change, ms);
	};
	return {
		faults(on) {
			clearTimeout(timer);
			set([]);
			if (on) change();
		},
		note: (entry) => void journal.push(entry),
		recorded: () => ({ journal, requests: sandbox.requests }),
	};
}

async function main(): Promise<void> {
	const { seed, windows, limits, scheduleMs } = JSON.parse(process.argv[2]) as RemoteOptions;
	const sandbox = await startSandbox({
		limits: { ...limits, day: 0 },
		windows: { minuteMs: windows.minute, hourMs: windows.hour },
		balance: 1_000_000_000,
		leadCount: 300,
		articleCount: 20,
	});
	const calls = callsOf(sandbox, new Forecast(new Dice(pseudoRandom(seed)), scheduleMs));
	const { url, tokens, secrets, leadIds } = sandbox;
	const listed = await countLists(sandbox);
	sandbox.clearRequests();
	process.on('disconnect', () => process.exit());
	type Message = { number: number; name: keyof Calls; args: unknown[] };
	process.on('message', ({ number, name, args }: Message) => {
		const value = (calls[name] as (...args: unknown[]) => unknown)(...args);
		process.send?.({ number, value });
	});
	const known: Known = { url, tokens, secrets, leadIds, listed };
	process.send?.({ number: 0, value: known });
}

void main();
