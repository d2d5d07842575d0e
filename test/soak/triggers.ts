import type { PackageDirectoryLoader } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { Host, passTime, type End } from '../support/triggerHost';
import type { Remote, RemoteOptions } from './remote';
import type { Checks, Dice, Gate } from './tools';

const statuses = ['contacted', 'interested', 'not-interested', 'not-contacted'] as const;

/** By event, what identifies a change: of leads, which are also edited, and of articles. */
const kinds: Record<string, (record: IDataObject) => string> = {
	leadCreatedOrUpdated: ({ agentConversationId, changeType, status }) =>
		changeType === 'created'
			? `new ${String(agentConversationId)}`
			: edited(agentConversationId, status),
	articleCreated: ({ id }) => String(id),
};
const edited = (conversation: unknown, status: unknown) =>
	`${String(conversation)} ${String(status)}`;

/** How executions end, by weight. Those that do not succeed are retried. */
const ends: ReadonlyArray<readonly [number, End]> = [
	[14, 'success'],
	[1, 'waiting'],
	[2, 'error'],
	[1, 'crashed'],
	[1, 'timeout'],
	[1, 'lost'],
];

/** One published workflow with the trigger. */
interface Watch {
	event: string;
	name: string;
	host: Host;
	/** What successful executions have received. */
	delivered: string[];
	/** Start of the last poll that reached the service, ms. */
	looked: number;
	/** Whether n8n stops and starts in between. */
	restarts: boolean;
	restarted: number;
}

/**
 * Two triggers for each of two events, and the changes that they report: one that n8n polls with its timers and never
 * restarts, and one with durable cursors and restarts.
 */
export class Triggers {
	private readonly watches: Watch[];
	/** What has happened, by event. */
	private readonly happened: Record<string, string[]> = {};
	private touched = 0;
	/** Whether executions can fail. */
	private fails = true;

	constructor(
		loader: PackageDirectoryLoader,
		private readonly remote: Remote,
		private readonly dice: Dice,
		limits: RemoteOptions['limits'],
	) {
		const { url, tokens } = remote.known;
		const credential = {
			accessToken: tokens.adminSecond,
			baseUrl: url,
			customLimits: true,
			requestsPerMinute: limits.minute,
			requestsPerHour: limits.hour,
			requestsPerDay: 0,
		};
		this.watches = Object.entries(kinds).flatMap(([event, keyOf]) => {
			this.happened[event] = [];
			return [false, true].map((restarts): Watch => {
				const parameters = { event, retryFailedExecutions: true };
				const host = new Host(loader, { parameters, credential, durable: restarts });
				host.budgetMs = 4000;
				const delivered: string[] = [];
				host.outcome = (items) => {
					const end = this.fails ? this.dice.weighted(ends) : 'success';
					if (end === 'success' || end === 'waiting') delivered.push(...items.map(keyOf));
					return end;
				};
				const most = restarts ? 'once, and again only after a restart' : 'exactly once';
				const name = `each event arrives ${most}: ${event}`;
				return { event, name, host, delivered, looked: 0, restarts, restarted: 0 };
			});
		});
	}

	/** Names of the checks, one for each trigger. */
	get names(): string[] {
		return this.watches.map(({ name }) => name);
	}

	/** Publishes all of them while there are no faults. */
	async activate(): Promise<void> {
		for (const watch of this.watches) {
			await watch.host.activate();
			await this.poll(watch);
		}
	}

	/** Polls and makes changes until the gate is closed permanently. */
	async run(gate: Gate): Promise<void> {
		const pollAgain = async (watch: Watch) => {
			const polls = [this.poll(watch)];
			if (this.dice.chance(0.1)) polls.push(this.poll(watch));
			await Promise.all(polls);
			if (!watch.restarts || !this.dice.chance(0.05)) return;
			watch.host.restart();
			watch.restarted++;
		};
		const between = (least: number, most: number) => () => this.dice.between(least, most);
		await Promise.all([
			...this.watches.map(
				async (watch) => await gate.repeat(async () => await pollAgain(watch), between(300, 1500)),
			),
			gate.repeat(async () => await this.change(), between(200, 1000)),
			gate.repeat(() => Promise.resolve(passTime(60_000)), between(3000, 6000)),
		]);
	}

	/** Delivers the rest without faults, then compares the events. */
	async settle(checks: Checks): Promise<void> {
		this.fails = false;
		for (const watch of this.watches) {
			for (let polls = 0; polls < 2; polls++) {
				passTime(7_200_000);
				const began = Date.now();
				while (watch.looked < began) await this.poll(watch);
			}
			const { event, name, delivered, restarted } = watch;
			const happened = this.happened[event];
			const count = (keys: string[], key: string) => keys.filter((other) => other === key).length;
			for (const key of new Set([...happened, ...delivered])) {
				const [got, wanted] = [count(delivered, key), count(happened, key)];
				const wrong = got < wanted || got > wanted + restarted;
				checks.look(name, wrong && `${key}: ${got} times instead of ${wanted}`);
			}
		}
	}

	private async poll(watch: Watch): Promise<void> {
		const { host } = watch;
		const began = Date.now();
		const warnings = host.warnings.length;
		// A poll that fails warns, or throws if the service has failed for long.
		const isDone = await host.poll().then(
			() => host.warnings.length === warnings,
			() => false,
		);
		if (isDone) watch.looked = Math.max(watch.looked, began);
		// Drops what the host keeps for its tests.
		for (const kept of [host.executions, host.runs, host.warnings, host.infos]) kept.length = 0;
	}

	/** Adds leads and articles, and edits leads, each at most once. */
	private async change(): Promise<void> {
		const { leadCreatedOrUpdated, articleCreated } = this.happened;
		if (this.dice.chance(0.4)) {
			const { lead } = await this.remote.call('addLead');
			leadCreatedOrUpdated.push(`new ${lead.agentConversationId}`);
		}
		if (this.dice.chance(0.2)) {
			articleCreated.push((await this.remote.call('addArticle')).id);
		}
		const edit = this.remote.known.leadIds[this.touched];
		if (!edit || this.dice.chance(0.4)) return;
		this.touched++;
		const before = await this.remote.call('updateLead', edit.id, {});
		const status = this.dice.pick(statuses.filter((other) => other !== before.status));
		await this.remote.call('updateLead', edit.id, { status });
		leadCreatedOrUpdated.push(edited(before.agentConversationId, status));
	}
}
