/** A complete n8n with lead syncs, and ways to change their leads and disturb services and processes. */
import { leadFields, readServiceLeads } from '../../../playground/leads';
import type { Rest } from '../../../playground/rest';
import {
	activate,
	readExample,
	withCredentials,
	type Credential,
	type WorkflowFile,
} from '../../../playground/workflows';
import type { Sandbox } from '../../../sandbox';
import { until } from '../programs/until';
import { idle } from '../server/executions';
import { pollingOften } from '../server/pollingServer';
import { startServer, type Server } from '../server/server';
import { accounts, createWorkflow, withChoices } from '../server/workflows';
import { startStandIns, type StandIn, type StandInProxy } from '../standIns/standIn';
import { leadOf, type LeadFields, type Target } from './target';

/** The intervals of the recipes in a test, s. The recipes poll every 15 minutes, and their executions may take longer. */
export const intervals = { poll: 3, timeout: 20 };

/** A recipe in n8n: its ID, and what was imported. */
interface Import {
	id: string;
	workflow: WorkflowFile;
}

export class Scenario {
	private constructor(
		private readonly server: Server,
		private readonly proxy: StandInProxy,
		readonly targets: readonly Target[],
		private readonly imports: ReadonlyMap<string, Import>,
	) {}

	/** Starts n8n and imports the recipes with credentials, unpublished. */
	static async start(targets: Target[]): Promise<Scenario> {
		const proxy = await startStandIns(...targets.flatMap(({ service }) => service ?? []));
		const limits = { minute: 0, hour: 0, day: 0 };
		const server = await startServer(proxy.env, { limits, balance: 1e6 });
		const imports = new Map<string, Import>();
		for (const { file, credentials, choices = {} } of targets) {
			// Without limits: every recipe polls every few seconds.
			const chosen = await accounts(server, credentials);
			const recipe = pollingOften(withChoices(readExample(file), choices), intervals.poll);
			const settings = { ...recipe.settings, executionTimeout: intervals.timeout };
			const imported = withCredentials({ ...recipe, settings }, chosen);
			imports.set(file, { id: await createWorkflow(server.rest, imported), workflow: imported });
		}
		return new Scenario(server, proxy, targets, imports);
	}

	get rest(): Rest {
		return this.server.rest;
	}

	get sandbox(): Sandbox {
		return this.server.sandbox;
	}

	get credential(): Credential {
		return this.server.credential;
	}

	get standIns(): StandIn[] {
		return this.targets.flatMap(({ service }) => service ?? []);
	}

	/** Requests to hosts without a stand-in, and to paths that a stand-in does not have. */
	get strangers(): string[] {
		return [...this.proxy.strangers, ...this.standIns.flatMap(({ unknown }) => unknown)];
	}

	async publish(): Promise<void> {
		for (const { id } of this.imports.values()) await activate(this.rest, id);
	}

	async unpublish(): Promise<void> {
		for (const { id } of this.imports.values())
			await this.rest.post(`/rest/workflows/${id}/deactivate`);
	}

	async idle(): Promise<void> {
		await idle(this.rest, ...[...this.imports.values()].map(({ id }) => id));
	}

	idOf({ file }: Target): string {
		return this.imported(file).id;
	}

	async copyOf({ file }: Target): Promise<string> {
		return await createWorkflow(this.rest, this.imported(file).workflow);
	}

	private imported(file: string): Import {
		const imported = this.imports.get(file);
		if (imported === undefined) throw new Error(`${file} was not imported`);
		return imported;
	}

	/** The leads of the service, as the syncs should deliver them. */
	async leads(): Promise<LeadFields[]> {
		const { url, tokens } = this.sandbox;
		return (await readServiceLeads(url, tokens.admin)).map(leadOf);
	}

	/** Missing and surplus records of a destination, one line each. */
	async differences(target: Target): Promise<string[]> {
		const line = (lead: LeadFields) => leadFields.map((field) => lead[field]).join(' | ');
		const taken = (await this.leads()).filter((lead) => target.refusal(lead) === undefined);
		const { shown = (lead: LeadFields) => lead } = target;
		const missing = taken.map((lead) => line(shown(lead, '')));
		const surplus: string[] = [];
		for (const record of (await target.records(this.rest)).map(line)) {
			const place = missing.indexOf(record);
			if (place < 0) surplus.push(record);
			else missing.splice(place, 1);
		}
		const { file } = target;
		return [
			...missing.map((text) => `${file} misses ${text}`),
			...surplus.map((text) => `${file} has ${text}`),
		];
	}

	/** Waits until every destination has each lead that it accepts once, in its latest state. @returns the seconds it took */
	async settled(ms: number): Promise<number> {
		const began = Date.now();
		let last: string[] = [];
		const same = async () => {
			last = (await Promise.all(this.targets.map((target) => this.differences(target)))).flat();
			return last.length === 0;
		};
		await until(same, 'all leads', ms).catch((error: unknown) => {
			throw new Error(`${String(error)}\n${last.slice(0, 20).join('\n')}`);
		});
		return (Date.now() - began) / 1000;
	}

	/** Kills n8n with SIGKILL, and starts it again on the same data. */
	async restart(meanwhile?: () => unknown): Promise<void> {
		await this.server.restart(meanwhile);
	}

	async stop(): Promise<void> {
		await this.server.stop();
		await this.proxy.stop();
	}
}
