/**
 * The service of the soak, in a separate process: the sandbox with changing faults, and the journal of the results
 * that the process under test reports. Started by remote.ts. It ends with the process that started it.
 */
import * as table from '../../nodes/AgentSuite/resources/operations';
import { pseudoRandom } from '../../sandbox/faults';
import { startSandbox, type Fault, type Lead, type Sandbox } from '../../sandbox';
import { working } from '../support/publicOperations';
import { Dice } from './checks';
import type { Command, JournalEntry } from './remote';
import { Forecast, noTokensLeft } from './faultSchedule';

const [seed, scheduleMs, minuteMs, hourMs, minute, hour] = process.argv.slice(2).map(Number);

const journal: JournalEntry[] = [];
const schedules: Record<string, number> = {};
let timer: NodeJS.Timeout | undefined;

function setFaults(sandbox: Sandbox, faults: Fault[] = []): void {
	sandbox.clearFaults();
	for (const fault of [noTokensLeft, ...faults]) sandbox.addFault(fault);
}

function change(sandbox: Sandbox, forecast: Forecast): void {
	const { name, faults, ms } = forecast.next();
	schedules[name] = (schedules[name] ?? 0) + 1;
	setFaults(sandbox, faults);
	timer = setTimeout(() => change(sandbox, forecast), ms);
}

/** Runs a command of the other process and returns the response. */
function carryOut(sandbox: Sandbox, forecast: Forecast, command: Command): unknown {
	switch (command.do) {
		case 'faults':
			clearTimeout(timer);
			setFaults(sandbox);
			if (command.on) change(sandbox, forecast);
			return undefined;
		case 'fault':
			return sandbox.addFault(command.fault);
		case 'addLead':
			return sandbox.addLead().lead.agentConversationId;
		case 'updateLead':
			return sandbox.updateLead(command.id, command.changes as Partial<Lead>);
		case 'addArticle':
			return sandbox.addArticle().id;
		case 'setInvalid':
			return sandbox.updatePlatform(command.id, { invalidConfig: command.invalid }).id;
		case 'setBalance':
			return sandbox.setBalance(command.main);
		case 'journal':
			return void journal.push(command.entry);
		case 'expected':
			return { journal, schedules, requests: sandbox.requests };
	}
}

/** Requests each list once. */
async function countLists({ url, tokens }: Sandbox): Promise<Record<string, number>> {
	const lists = Object.values(table).filter(({ fields }) =>
		fields.some(({ name }) => name === 'limit'),
	);
	const counts = lists.map(async ({ resource, operation, path, request, records }) => {
		const id = `${resource}.${operation}`;
		const { query } = request(working[id]);
		const headers = { authorization: `Bearer ${tokens.admin}` };
		const address = `${url}${path}?${new URLSearchParams(query).toString()}`;
		const answer = await fetch(address, { headers });
		return [id, records(await answer.json()).length] as const;
	});
	return Object.fromEntries(await Promise.all(counts));
}

async function main(): Promise<void> {
	const sandbox = await startSandbox({
		limits: { minute, hour, day: 0 },
		windows: { minuteMs, hourMs },
		balance: 1_000_000_000,
		leadCount: 300,
		articleCount: 20,
	});
	const forecast = new Forecast(new Dice(pseudoRandom(seed)), scheduleMs);
	process.on('disconnect', () => process.exit());
	process.on('message', ({ number, command }: { number?: number; command: Command }) => {
		const answer = carryOut(sandbox, forecast, command);
		if (number !== undefined) process.send?.({ number, answer });
	});
	const { url, tokens, secrets, leadIds } = sandbox;
	const listed = await countLists(sandbox);
	const emails = leadIds.map(({ id }) => String(sandbox.updateLead(id, {}).email));
	sandbox.clearRequests();
	process.send?.({ number: 0, answer: { url, tokens, secrets, leadIds, emails, listed } });
}

void main();
