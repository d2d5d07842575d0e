/**
 * The service of the soak, in a separate process: the sandbox with changing faults, and the journal of the results
 * that the process under test reports. Started by remote.ts. It ends with the process that started it.
 */
import * as table from '../../nodes/AgentSuite/resources/operations';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { pseudoRandom } from '../../sandbox/faults';
import { working } from '../support/working';
import { Forecast } from './faults';
import type { Entry, Known, Message, RemoteOptions } from './remote';
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

/** Starts or ends the faults. */
function faultsOf(sandbox: Sandbox, forecast: Forecast): (on: boolean) => void {
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
	return (on) => {
		clearTimeout(timer);
		set([]);
		if (on) change();
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
	const setFaults = faultsOf(sandbox, new Forecast(new Dice(pseudoRandom(seed)), scheduleMs));
	const journal: Entry[] = [];
	const { url, tokens, secrets, leadIds } = sandbox;
	const listed = await countLists(sandbox);
	sandbox.clearRequests();
	process.on('disconnect', () => process.exit());
	process.on('message', (message: Message) => {
		if (message === 'stop') {
			process.send?.({ journal, requests: sandbox.requests }, () => process.exit());
		} else if ('note' in message) journal.push(message.note);
		else setFaults(message.faults);
	});
	const known: Known = { url, tokens, secrets, leadIds, listed };
	process.send?.(known);
}

void main();
