import type { PackageDirectoryLoader } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import * as table from '../../nodes/AgentSuite/resources/events';
import { Host } from '../support/triggerHost';
import type { Remote, RemoteOptions } from './remote';
import type { Checks, Dice, Gate } from './tools';

const THRESHOLD = 500_000_000;
const PLATFORM = 'plat_shop';

interface Kind {
	parameters?: IDataObject;
	/** Identifies an event. */
	keyOf(record: IDataObject, count: number): string;
	/** Whether n8n can restart at any time without durable cursors, which also store polls without events. */
	restarts: boolean;
	/** Whether the soak does not cause the event, so that it only checks for duplicates. */
	unforeseen?: true;
}

const conversation = ({ agentConversationId }: IDataObject) => String(agentConversationId);
const edited = (lead: IDataObject) => `${conversation(lead)} ${JSON.stringify(lead.changedFields)}`;
const kinds: Record<string, Kind> = {
	leadCreated: { keyOf: conversation, restarts: true },
	leadCreatedOrUpdated: {
		keyOf: (lead) => (lead.changeType === 'created' ? conversation(lead) : edited(lead)),
		restarts: true,
	},
	leadUpdated: { keyOf: edited, restarts: true },
	leadStatusChanged: {
		keyOf: (lead) =>
			`${conversation(lead)} from ${String(lead.previousStatus)} to ${String(lead.status)}`,
		restarts: true,
	},
	articleCreated: { keyOf: ({ id }) => String(id), restarts: true },
	platformInvalid: {
		keyOf: ({ id }, count) => `${String(id)} for the ${count}. time`,
		restarts: false,
	},
	balanceLow: {
		parameters: { threshold: THRESHOLD },
		keyOf: (_balance, count) => `fall ${count}`,
		restarts: false,
	},
};
const unforeseen: Kind = {
	keyOf: (record) => JSON.stringify(record),
	restarts: true,
	unforeseen: true,
};
const events = Object.values(table).map(({ event }) => event);

/** One published workflow with the trigger. */
interface Watch {
	event: string;
	kind: Kind;
	name: string;
	host: Host;
	emitted: string[];
	/** Start of the last poll that reached the service, ms. */
	looked: number;
	polls: number;
	failed: number;
	/** Whether n8n also stores the state of a poll without events (durable cursors). */
	durable: boolean;
}

/** Two triggers for each event, one for each of n8n's ways of polling, and the changes that they report. */
export class Triggers {
	private readonly watches: Watch[];
	private readonly expected: Record<string, string[]> = {};
	private readonly statuses = [
		'contacted',
		'interested',
		'not-interested',
		'not-contacted',
	] as const;
	private touched = 0;

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
		this.watches = events.flatMap((event) =>
			[false, true].map((durable): Watch => {
				const kind = kinds[event] ?? unforeseen;
				const parameters = { event, ...kind.parameters };
				const host = new Host(loader, { parameters, credential, durable });
				host.budgetMs = 4000;
				const name = `${event}, ${durable ? 'durable cursors' : 'default polling'}`;
				return { event, kind, name, host, emitted: [], looked: 0, polls: 0, failed: 0, durable };
			}),
		);
		for (const event of events) this.expected[event] = [];
	}

	/** Names of the checks, one for each trigger. */
	get names(): string[] {
		return this.watches.map(({ name }) => `every event exactly once: ${name}`);
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
		await Promise.all([
			...this.watches.map(async (watch) => {
				const turn = async () => {
					const polls = [this.poll(watch)];
					if (this.dice.chance(0.1)) polls.push(this.poll(watch));
					await Promise.all(polls);
					const { kind, durable, host } = watch;
					if ((kind.restarts || durable) && this.dice.chance(0.05)) host.restart();
				};
				await gate.repeat(turn, () => this.dice.between(300, 1500));
			}),
			this.happen(gate),
			this.turn(gate, 'platformInvalid', async (invalid) => {
				await this.remote.call('updatePlatform', PLATFORM, { invalidConfig: invalid });
				return (count) => `${PLATFORM} for the ${count}. time`;
			}),
			this.turn(gate, 'balanceLow', async (low) => {
				await this.remote.call('setBalance', THRESHOLD * (low ? 0.8 : 1.8));
				return (count) => `fall ${count}`;
			}),
		]);
	}

	/** Polls a last time without faults, then compares the events. */
	async settle(checks: Checks): Promise<void> {
		for (const watch of this.watches) {
			const began = Date.now();
			while (watch.looked < began) await this.poll(watch);
			const name = `every event exactly once: ${watch.name}`;
			const expected = this.expected[watch.event];
			const count = (keys: string[], key: string) => keys.filter((other) => other === key).length;
			for (const key of new Set([...expected, ...watch.emitted])) {
				const got = count(watch.emitted, key);
				const wanted = watch.kind.unforeseen ? Math.min(got, 1) : count(expected, key);
				checks.look(name, wanted !== got && `${key}: ${got} times instead of ${wanted}`);
			}
		}
	}

	private async poll(watch: Watch): Promise<void> {
		const { host, kind, emitted } = watch;
		const began = Date.now();
		const warnings = host.warnings.length;
		watch.polls++;
		try {
			for (const record of (await host.poll()) ?? []) {
				emitted.push(kind.keyOf(record, emitted.length + 1));
			}
			if (host.warnings.length === warnings) watch.looked = Math.max(watch.looked, began);
			else watch.failed++;
		} catch {
			watch.failed++;
		}
		// Drops what the host keeps for its tests.
		host.executions.length = 0;
		if (host.warnings.length > 1000) host.warnings.length = 0;
	}

	/** Adds leads and articles, and edits leads, each at most once. */
	private async happen(gate: Gate): Promise<void> {
		const change = async () => {
			if (this.dice.chance(0.4)) {
				const { lead } = await this.remote.call('addLead');
				this.expected.leadCreated.push(lead.agentConversationId);
				this.expected.leadCreatedOrUpdated.push(lead.agentConversationId);
				this.expected.leadStatusChanged.push(
					kinds.leadStatusChanged.keyOf({ ...lead, previousStatus: null }, 0),
				);
			}
			if (this.dice.chance(0.2)) {
				this.expected.articleCreated.push((await this.remote.call('addArticle')).id);
			}
			if (this.dice.chance(0.6)) await this.edit();
		};
		await gate.repeat(change, () => this.dice.between(200, 1000));
	}

	private async edit(): Promise<void> {
		const number = ++this.touched;
		if (number > 300) return;
		const id = `lead_g${String(number).padStart(6, '0')}`;
		const name = `conv_9${String(number).padStart(6, '0')}`;
		const byPhone = this.dice.chance(0.3);
		// The same as in sandbox/seedMore.ts.
		const before = ['not-contacted', 'interested', 'contacted', 'not-interested'][number % 4];
		const status = this.dice.pick(this.statuses.filter((other) => other !== before));
		const changes = byPhone ? { phone: `+1 303 555 ${number}` } : { status };
		await this.remote.call('updateLead', id, changes);
		const update = `${name} ["${byPhone ? 'phone' : 'status'}"]`;
		this.expected.leadUpdated.push(update);
		this.expected.leadCreatedOrUpdated.push(update);
		if (!byPhone) this.expected.leadStatusChanged.push(`${name} from ${before} to ${status}`);
	}

	/** Turns something bad and good again, each time after all its watchers have polled. */
	private async turn(
		gate: Gate,
		event: string,
		set: (bad: boolean) => Promise<(count: number) => string>,
	): Promise<void> {
		const watches = this.watches.filter((watch) => watch.event === event);
		let since = 0;
		let bad = false;
		const change = async () => {
			if (!watches.every(({ looked }) => looked > since)) return;
			bad = !bad;
			const keyOf = await set(bad);
			since = Date.now();
			if (bad) this.expected[event].push(keyOf(this.expected[event].length + 1));
		};
		await gate.repeat(change, () => 200);
	}
}
