import type { PackageDirectoryLoader } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import * as table from '../../nodes/AgentSuite/resources/events';
import { Host, passTime, type End } from '../support/triggerHost';
import type { Remote, RemoteOptions } from './remote';
import type { Checks, Dice, Gate } from './tools';

const THRESHOLD = 500_000_000;
const PLATFORM = 'plat_shop';
const statuses = ['contacted', 'interested', 'not-interested', 'not-contacted'] as const;

interface Kind {
	parameters?: IDataObject;
	/** Identifies what has happened. */
	keyOf(record: IDataObject): string;
}

const conversation = ({ agentConversationId }: IDataObject) => String(agentConversationId);
const edited = (lead: IDataObject) => `${conversation(lead)} ${JSON.stringify(lead.changedFields)}`;
const kinds: Record<string, Kind> = {
	leadCreated: { keyOf: conversation },
	leadCreatedOrUpdated: {
		keyOf: (lead) => (lead.changeType === 'created' ? conversation(lead) : edited(lead)),
	},
	leadUpdated: { keyOf: edited },
	leadStatusChanged: {
		keyOf: (lead) =>
			`${conversation(lead)}: ${String(lead.previousStatus)}, ${String(lead.status)}`,
	},
	articleCreated: { keyOf: ({ id }) => String(id) },
	platformInvalid: { keyOf: ({ id }) => String(id) },
	balanceLow: { parameters: { threshold: THRESHOLD }, keyOf: () => 'fall' },
};
const events = Object.values(table).map(({ event }) => event);

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
 * Two triggers for each event, and the changes that they report: one that n8n polls with its timers and never restarts,
 * and one with durable cursors and restarts.
 */
export class Triggers {
	private readonly watches: Watch[];
	/** What has happened, by event. For an event without a kind, the soak does not know. */
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
		for (const event of Object.keys(kinds)) this.happened[event] = [];
		this.watches = events.flatMap((event) =>
			[false, true].map((restarts): Watch => {
				const parameters = { event, retryFailedExecutions: true, ...kinds[event]?.parameters };
				const host = new Host(loader, { parameters, credential, durable: restarts });
				host.budgetMs = 4000;
				const keyOf = kinds[event]?.keyOf ?? JSON.stringify;
				const delivered: string[] = [];
				host.outcome = (items) => {
					const end = this.fails ? this.dice.weighted(ends) : 'success';
					if (end === 'success' || end === 'waiting') delivered.push(...items.map(keyOf));
					return end;
				};
				const most = restarts ? 'once, and again only after a restart' : 'exactly once';
				const name = `each event arrives ${most}: ${event}`;
				return { event, name, host, delivered, looked: 0, restarts, restarted: 0 };
			}),
		);
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
			this.turn(gate, 'platformInvalid', PLATFORM, async (invalidConfig) => {
				await this.remote.call('updatePlatform', PLATFORM, { invalidConfig });
			}),
			this.turn(gate, 'balanceLow', 'fall', async (low) => {
				await this.remote.call('setBalance', THRESHOLD * (low ? 0.8 : 1.8));
			}),
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
			for (const key of new Set([...(happened ?? []), ...delivered])) {
				const got = count(delivered, key);
				const wanted = happened ? count(happened, key) : 1;
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
		const { leadCreated, leadCreatedOrUpdated, leadStatusChanged, articleCreated } = this.happened;
		if (this.dice.chance(0.4)) {
			const { lead } = await this.remote.call('addLead');
			leadCreated.push(conversation(lead));
			leadCreatedOrUpdated.push(conversation(lead));
			leadStatusChanged.push(kinds.leadStatusChanged.keyOf({ ...lead, previousStatus: null }));
		}
		if (this.dice.chance(0.2)) {
			articleCreated.push((await this.remote.call('addArticle')).id);
		}
		if (this.dice.chance(0.6)) await this.edit(++this.touched);
	}

	private async edit(number: number): Promise<void> {
		if (number > 300) return;
		const { leadUpdated, leadCreatedOrUpdated, leadStatusChanged } = this.happened;
		const id = `lead_g${String(number).padStart(6, '0')}`;
		const before = await this.remote.call('updateLead', id, {});
		const status = this.dice.pick(statuses.filter((other) => other !== before.status));
		const changes = this.dice.chance(0.3) ? { phone: `+1 303 555 ${number}` } : { status };
		await this.remote.call('updateLead', id, changes);
		const update = edited({ ...before, changedFields: Object.keys(changes) });
		leadUpdated.push(update);
		leadCreatedOrUpdated.push(update);
		if ('phone' in changes) return;
		const { keyOf } = kinds.leadStatusChanged;
		leadStatusChanged.push(keyOf({ ...before, status, previousStatus: before.status }));
	}

	/** Turns something bad and good again, each time after all its watchers have noticed. */
	private async turn(
		gate: Gate,
		event: string,
		key: string,
		set: (bad: boolean) => Promise<void>,
	): Promise<void> {
		const watches = this.watches.filter((watch) => watch.event === event);
		const happened = this.happened[event];
		let since = 0;
		let bad = false;
		const change = async () => {
			const noticed = watches.every(
				({ looked, delivered }) => looked > since && delivered.length >= happened.length,
			);
			if (!noticed) return;
			bad = !bad;
			await set(bad);
			since = Date.now();
			if (bad) happened.push(key);
		};
		await gate.repeat(change, () => 200);
	}
}
