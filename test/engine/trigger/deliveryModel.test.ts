import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { useQuickService } from '../../support/service';
import { pollingModes, type PollingMode } from '../../support/pollContext';
import type { End } from '../../support/triggerExecutions';
import type { Host } from '../../support/triggerHost';
import { forgetSharedLists, passTime } from '../../support/triggerProcess';

const service = useQuickService();

const MINUTE = 60_000;

/** How the executions of a poll end: all alike, those of every third lead otherwise, or not before they are told to. */
type Weather = 'success' | 'waiting' | 'error' | 'stopped' | 'timeout' | 'never' | 'bad' | 'slow';

type Step =
	| { do: 'add'; count: number; conversation: number }
	| { do: 'edit' | 'back' | 'remove'; at: number }
	| { do: 'poll'; weather: Weather; minutes: number }
	| { do: 'settle'; at: number; end: End }
	| { do: 'restart' | 'republish' | 'lease' | 'toggle retries' }
	| { do: 'change option'; recordsPerExecution: string };

const at = fc.nat(100);
const perExecution = fc.constantFrom('automatic', 'automatic', 'all', 'one');
const steps = fc.array(
	fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({
				do: fc.constant('poll' as const),
				weather: fc.constantFrom<Weather>(
					...(['success', 'waiting', 'error', 'error', 'stopped', 'timeout'] as const),
					...(['never', 'bad', 'bad', 'slow', 'slow'] as const),
				),
				minutes: fc.constantFrom(0, 1, 1, 15, 50),
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				do: fc.constant('add' as const),
				count: fc.constantFrom(1, 1, 2, 3, 12),
				conversation: fc.nat(3),
			}),
		},
		{
			weight: 3,
			arbitrary: fc.record({ do: fc.constantFrom('edit', 'edit', 'back', 'remove' as const), at }),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				do: fc.constant('settle' as const),
				at,
				end: fc.constantFrom<End>('success', 'success', 'error', 'timeout'),
			}),
		},
		fc.record({
			do: fc.constantFrom(
				'restart',
				'republish',
				'lease',
				'toggle retries',
				'toggle retries' as const,
			),
		}),
		fc.record({ do: fc.constant('change option' as const), recordsPerExecution: perExecution }),
	),
	{ minLength: 4, maxLength: 24 },
);

/** What the service, the trigger, and a CRM behind it have seen. */
class World {
	readonly host: Host;
	/** Leads of the service, by a number in their first name. Their version is the last name. */
	readonly leads = new Map<number, { id: string; version: number; isShared: boolean }>();
	private readonly crm = new Map<number, number>();
	/** What can come again, because the memory or the lease of its execution is gone. */
	private readonly again = new Set<number>();
	private readonly keys = new Map<number, string>();
	/** The last version that an execution started with. */
	private readonly started = new Map<number, number>();
	/** The same, unless the service has an earlier version again. */
	private readonly sent = new Map<number, number>();
	/** Leads that are back at an earlier version, which the trigger has not read yet. */
	private readonly back = new Set<number>();
	/** Minutes since the start, and those at which executions have started. */
	private now = 0;
	private readonly startedAt: number[] = [];
	private read = 0;
	private next = 1;
	private seenEnds = new Set<number>();
	/** Executions that started with retries off, or were in progress when they were turned off. They count as delivered. */
	private readonly released = new Set<number>();
	/** Leads that had not arrived in their latest state when retries were turned off: new or updated, both are right. */
	private readonly unclear = new Set<number>();

	constructor(
		mode: PollingMode,
		private retries: boolean,
		recordsPerExecution: string,
	) {
		service.sandbox.setBalance(1e9);
		// The trigger of the world before has read what is over.
		forgetSharedLists();
		const options = { recordsPerExecution };
		const event = 'leadCreatedOrUpdated';
		this.host = service.host({ event, retryFailedExecutions: retries, options }, mode);
	}

	static numberOf = ({ firstName }: IDataObject) => Number(String(firstName).slice(1));

	async step(step: Step): Promise<void> {
		const { host } = this;
		const listed = [...this.leads];
		if (step.do === 'add') this.add(step.count, step.conversation);
		else if (step.do === 'edit' || step.do === 'back' || step.do === 'remove') {
			if (listed.length === 0) return;
			const [number, lead] = listed[step.at % listed.length];
			if (step.do === 'remove') {
				// Another new lead of its conversation would look like an edit of this one.
				if (lead.isShared) return;
				service.sandbox.removeLead(lead.id);
				this.leads.delete(number);
				return;
			}
			// Back to what the CRM has: it is the latest state, too.
			lead.version = step.do === 'edit' ? this.next++ : (this.crm.get(number) ?? lead.version);
			if (step.do === 'back') this.back.add(number);
			service.sandbox.updateLead(lead.id, { lastName: `v${lead.version}` });
		} else if (step.do === 'poll') await this.poll(step.weather, step.minutes);
		else if (step.do === 'settle') {
			const { running } = host;
			await running[step.at % running.length]?.settle(step.end);
		} else if (step.do === 'restart') {
			for (const number of this.crm.keys()) this.again.add(number);
			host.restart();
			await this.activate();
		} else if (step.do === 'republish' || step.do === 'change option') {
			if (step.do === 'change option') {
				const { recordsPerExecution } = step;
				host.parameters = { ...host.parameters, options: { recordsPerExecution } };
			}
			host.deactivate();
			await this.activate();
		} else if (step.do === 'toggle retries') {
			if (this.retries) this.release();
			this.retries = !this.retries;
			host.parameters = { ...host.parameters, retryFailedExecutions: this.retries };
			host.deactivate();
			await this.activate();
		} else this.pass(62);
		this.check();
	}

	/** Retries are turned off: what has been sent counts as delivered, however it ended. */
	private release(): void {
		for (let index = 0; index < this.host.runs.length; index++)
			if (!this.seenEnds.has(index)) this.released.add(index);
		for (const [number, { version }] of this.leads) {
			if (this.crm.get(number) === version) continue;
			this.unclear.add(number);
			if (this.started.get(number) === version) this.crm.set(number, version);
		}
	}

	/** The trigger reads the list, so it returns no earlier version any more. */
	private readList(): void {
		for (const number of this.back) this.sent.delete(number);
		this.back.clear();
	}

	private async activate(): Promise<void> {
		this.readList();
		await this.host.activate();
	}

	private pass(minutes: number): void {
		passTime(minutes * MINUTE);
		this.now += minutes;
		this.host.runs.forEach(({ items, end }, index) => {
			const isOpen = end === undefined || end === 'never';
			if (!isOpen || this.now - (this.startedAt[index] ?? this.now) <= 60) return;
			for (const item of items) this.again.add(World.numberOf(item));
		});
	}

	private add(count: number, conversation: number): void {
		for (let index = 0; index < count; index++) {
			const number = this.next++;
			const { id } = service.sandbox.addLead({
				firstName: `n${number}`,
				lastName: `v${number}`,
				...(conversation > 0 && { agentConversationId: `shared_${conversation}` }),
			});
			this.leads.set(number, { id, version: number, isShared: conversation > 0 });
		}
	}

	private async poll(weather: Weather, minutes: number): Promise<void> {
		this.pass(minutes);
		this.host.outcome = (items) => {
			if (weather === 'slow') return undefined;
			if (weather !== 'bad') return weather;
			return items.some((item) => World.numberOf(item) % 3 === 0) ? 'error' : 'success';
		};
		const before = this.host.runs.length;
		this.readList();
		await this.host.poll();
		// Fresh records start one execution. An outage costs two more.
		if (this.retries && ['error', 'timeout'].includes(weather))
			expect(this.host.runs.length - before).toBeLessThanOrEqual(3);
	}

	/** Looks at what has happened since it was called last. */
	private check(): void {
		const { runs } = this.host;
		runs.slice(this.read).forEach((run, index) => {
			for (const item of run.items) this.checkItem(item, this.read + index);
		});
		while (this.startedAt.length < runs.length) this.startedAt.push(this.now);
		this.read = runs.length;
		runs.forEach(({ items, end }, index) => {
			if (!this.retries && !this.seenEnds.has(index)) this.released.add(index);
			// Without retries, an execution that has started counts as delivered.
			const isReleased = this.released.has(index);
			if ((end === undefined && !isReleased) || this.seenEnds.has(index)) return;
			this.seenEnds.add(index);
			if (!isReleased && end !== 'success' && end !== 'waiting') return;
			for (const item of items)
				this.crm.set(World.numberOf(item), Number(String(item.lastName).slice(1)));
		});
	}

	private checkItem(item: IDataObject, index: number): void {
		const number = World.numberOf(item);
		const version = Number(String(item.lastName).slice(1));
		const key = String(item.leadKey);
		expect([number, this.keys.get(number) ?? key]).toEqual([number, key]);
		this.keys.set(number, key);
		const last = this.sent.get(number) ?? 0;
		expect(last).toBeLessThanOrEqual(version);
		this.sent.set(number, version);
		this.started.set(number, version);
		if (this.again.has(number)) return;
		if (!this.retries) {
			expect([number, last]).not.toEqual([number, version]);
			return;
		}
		// One execution at a time has it.
		const others = this.host.runs.filter(
			({ end }, other) => end === undefined && other !== index && !this.released.has(other),
		);
		const isElsewhere = others.some(({ items }) => items.map(World.numberOf).includes(number));
		expect([number, isElsewhere]).toEqual([number, false]);
		if (this.unclear.has(number)) return;
		expect([number, item.changeType]).toEqual([
			number,
			this.crm.has(number) ? 'updated' : 'created',
		]);
	}

	/** Once everything works again, the CRM has all leads as they are, and nothing comes any more. */
	async end(): Promise<void> {
		const { host } = this;
		host.outcome = () => 'error';
		for (const run of host.running) await run.settle('error');
		this.check();
		host.deactivate();
		this.pass(62);
		host.outcome = () => 'success';
		await this.activate();
		for (let poll = 0; poll < 6; poll++) {
			await this.poll('success', 62);
			this.check();
		}
		const expected = [...this.leads].map(([number, { version }]) => [number, version]);
		expect([...this.leads.keys()].map((number) => [number, this.crm.get(number)])).toEqual(
			expected,
		);
		const before = host.runs.length;
		await this.poll('success', 62);
		expect(host.runs.length).toBe(before);
		for (const { id } of this.leads.values()) service.sandbox.removeLead(id);
	}
}

const settings = pollingModes.flatMap((mode) =>
	[true, false].map((retries) => ({ mode, retries })),
);

describe.each(settings)('polling mode $mode, retries $retries', ({ mode, retries }) => {
	test('over any history, every lead arrives in its latest state, and comes again only after a restart', async () => {
		await fc.assert(
			fc.asyncProperty(steps, perExecution, async (history, recordsPerExecution) => {
				const world = new World(mode, retries, recordsPerExecution);
				await world.host.activate();
				// With durable cursors, n8n stores the first snapshot only now.
				await world.host.poll();
				for (const step of history) await world.step(step);
				await world.end();
			}),
			{ numRuns: Number(process.env.RUNS ?? 100), seed: Number(process.env.SEED ?? 20_26) },
		);
	}, 600_000);
});
