/** A complete n8n with lead syncs, and ways to change their leads and disturb services and processes. */
import { join } from 'node:path';

import { readJson } from '../../../playground/files';
import type { Rest } from '../../../playground/rest';
import { readTable, type Row } from '../../../playground/tables';
import {
	examplesFolder,
	withCredentials,
	type Credential,
	type WorkflowFile,
} from '../../../playground/workflows';
import type { Sandbox } from '../../../sandbox';
import { withoutLimits } from '../credential';
import { pause, until } from '../programs/until';
import { activate } from '../server/executions';
import { everyFewSeconds } from '../server/pollingServer';
import { createWorkflow } from '../server/runs';
import { startServer, type Server } from '../server/server';
import { startServices, type Service, type Services } from '../services';
import { startMailServer, type MailServer } from '../services/mail';
import { leadFields, leadOf, type LeadFields, type Target } from './target';

/** The intervals of the recipes in a test, s. */
export const clock = {
	poll: 10,
	deliver: 10,
	list: 10,
	request: 20,
	retry: 3,
	timeout: 35,
	hold: 45,
};

const settings: Record<string, number> = {
	retryMinutes: clock.retry / 60,
	holdMinutes: clock.hold / 60,
	leadsPerRun: 10,
};

interface SettingsNode {
	assignments: { assignments: Array<{ name: string; value: unknown }> };
}

const everySeconds = (seconds: number) => ({
	rule: { interval: [{ field: 'seconds', secondsInterval: seconds }] },
});

/** The parameters of a node, with a shorter timeout if they have one. */
function withFastTimeout(parameters: object): object {
	const { options } = parameters as { options?: { timeout?: number } };
	if (options?.timeout === undefined) return parameters;
	return { ...parameters, options: { ...options, timeout: clock.request * 1000 } };
}

/** The recipe with shorter intervals and timeouts, and no other change. */
function withFastClock(workflow: WorkflowFile): WorkflowFile {
	const changes: Record<string, (parameters: object) => object> = {
		'When a lead is created or updated': () => ({ pollTimes: everyFewSeconds(clock.poll) }),
		'Every 15 minutes': () => everySeconds(clock.deliver),
		'Every hour': () => everySeconds(clock.list),
		Settings: (parameters) => ({
			assignments: {
				assignments: (parameters as SettingsNode).assignments.assignments.map((entry) => ({
					...entry,
					value: settings[entry.name] ?? entry.value,
				})),
			},
		}),
	};
	const nodes = workflow.nodes.map((node) => {
		const change = changes[node.name];
		const parameters = withFastTimeout(node.parameters ?? {});
		return change ? { ...node, parameters: { ...parameters, ...change(parameters) } } : node;
	});
	// As in the recipe, a run ends before its reservations expire.
	return {
		...workflow,
		nodes,
		settings: { ...workflow.settings, executionTimeout: clock.timeout },
	};
}

function withChoices(workflow: WorkflowFile, choices: Record<string, object>): WorkflowFile {
	for (const name of Object.keys(choices)) {
		if (!workflow.nodes.some((node) => node.name === name)) throw new Error(`No node "${name}"`);
	}
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...choices[node.name] },
	}));
	return { ...workflow, nodes };
}

/** A recipe in n8n: its workflow, the destination as named in messages, and the table of waiting leads. */
export interface Recipe {
	id: string;
	title: string;
	table: string;
}

type WaitingRow = Row & LeadFields & { state: string; lastError: string };

function tableOf({ nodes }: WorkflowFile): string {
	const create = nodes.find(({ name }) => name === 'Create table if missing');
	return (create?.parameters as { tableName?: string } | undefined)?.tableName ?? '';
}

export class Scenario {
	private constructor(
		private readonly server: Server,
		private readonly services: Services,
		readonly mail: MailServer,
		readonly targets: readonly Target[],
		private readonly recipes: ReadonlyMap<string, Recipe>,
	) {}

	/**
	 * Starts n8n and imports the recipes, with credentials and shorter intervals.
	 * @param changed an incomplete recipe, to see a test fail
	 */
	static async start(
		targets: Target[],
		changed = (workflow: WorkflowFile) => workflow,
	): Promise<Scenario> {
		const standIns = targets.flatMap(({ service }) => service ?? []);
		const services = await startServices(...standIns);
		const mail = await startMailServer();
		const limits = { minute: 0, hour: 0, day: 0 };
		const server = await startServer(services.env, { limits, balance: 1e6 });
		const { rest, credential, sandbox } = server;
		const create = async (type: string, data: object) => {
			const made = { name: type, type, data };
			return await rest.post<Credential>('/rest/credentials', made);
		};
		// Without limits: every recipe polls every few seconds.
		const account = { accessToken: sandbox.tokens.admin, baseUrl: sandbox.url, ...withoutLimits };
		const body = { name: credential.name, type: 'agentSuiteApi', data: account };
		await rest.patch(`/rest/credentials/${credential.id}`, body);
		const smtp = await create('smtp', mail.credential);
		const recipes = new Map<string, Recipe>();
		for (const { file, credentials, choices = {} } of targets) {
			const chosen: Record<string, Credential> = { agentSuiteApi: credential, smtp };
			for (const [type, data] of Object.entries(credentials))
				chosen[type] = await create(type, data);
			const recipe = readJson<WorkflowFile>(join(examplesFolder, file));
			const workflow = changed(withFastClock(withChoices(recipe, choices)));
			const id = await createWorkflow(rest, withCredentials(workflow, chosen));
			recipes.set(file, { id, title: recipe.name.replace(/^.* to /, ''), table: tableOf(recipe) });
		}
		return new Scenario(server, services, mail, targets, recipes);
	}

	get rest(): Rest {
		return this.server.rest;
	}

	get sandbox(): Sandbox {
		return this.server.sandbox;
	}

	get standIns(): Service[] {
		return this.targets.flatMap(({ service }) => service ?? []);
	}

	/** Requests to hosts without a stand-in. */
	get strangers(): string[] {
		return this.services.strangers;
	}

	async publish(): Promise<void> {
		for (const { id } of this.recipes.values()) await activate(this.rest, id);
	}

	/** The workflow of a recipe's file in n8n. */
	recipe({ file }: Target): Recipe {
		const recipe = this.recipes.get(file);
		if (recipe === undefined) throw new Error(`${file} was not imported`);
		return recipe;
	}

	/** The undelivered leads of a recipe, with the recorded reason. */
	async waiting(target: Target): Promise<Array<LeadFields & { lastError: string }>> {
		const rows = await readTable<WaitingRow>(this.rest, this.recipe(target).table);
		const waiting = rows.filter(({ state }) => state !== 'delivered');
		return waiting.map((row) => ({ ...leadOf(row), lastError: row.lastError }));
	}

	/** The leads of the service, as the syncs should deliver them. */
	async leads(): Promise<LeadFields[]> {
		const response = await fetch(`${this.sandbox.url}/agent/lead`, {
			headers: { authorization: `Bearer ${this.sandbox.tokens.admin}` },
		});
		const { leads } = (await response.json()) as { leads: Array<Partial<LeadFields>> };
		return leads.map(leadOf);
	}

	/** Missing and surplus records of a destination, one line each. */
	async differences(target: Target): Promise<string[]> {
		const line = (lead: LeadFields) => leadFields.map((field) => lead[field]).join(' | ');
		const taken = (await this.leads()).filter((lead) => target.refusal(lead) === undefined);
		const { shown = (lead: LeadFields) => lead } = target;
		const missing = taken.map((lead) => line(shown(lead)));
		const surplus: string[] = [];
		for (const record of (await target.records(this.rest)).map(line)) {
			const place = missing.indexOf(record);
			if (place < 0) surplus.push(record);
			else missing.splice(place, 1);
		}
		return [...missing.map((text) => `missing ${text}`), ...surplus.map((text) => `more ${text}`)];
	}

	/** Waits until every destination contains each lead once in its latest state. */
	async settled(ms: number): Promise<void> {
		const open = async () =>
			(await Promise.all(this.targets.map((target) => this.differences(target)))).flat();
		let last: string[] = [];
		await until(
			async () => (await pause(1000), (last = await open()).length === 0),
			'all leads',
			ms,
		).catch((error: unknown) => {
			throw new Error(`${String(error)}\n${last.slice(0, 20).join('\n')}`);
		});
	}

	/** Waits until the stand-ins have received this many more requests in total. */
	async traffic(count: number): Promise<void> {
		const calls = () => this.standIns.reduce((sum, { calls }) => sum + calls.length, 0);
		const before = calls();
		await until(() => calls() >= before + count, `${count} requests`, 120_000);
	}

	/** Kills n8n during its work with SIGKILL, and starts it again on the same data. */
	async killAndStart(): Promise<void> {
		await this.server.n8n.kill();
		await this.server.boot();
	}

	async stop(): Promise<void> {
		await this.server.stop();
		await this.mail.stop();
		await this.services.stop();
	}
}
