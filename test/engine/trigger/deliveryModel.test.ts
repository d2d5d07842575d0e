/**
 * The proof of the trigger: random histories of a service, n8n, and a CRM behind one or two triggers of a workflow. What the
 * event matches arrives in its latest state, under the key of its lead, and as rarely as the documentation says.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Fault, Lead } from '../../../sandbox';
import { useQuickService } from '../../support/service';
import { pollingModes, type PollingMode } from '../../support/pollContext';
import { parametersOf, ToldModel, type LeadEvent, type Selection } from '../../support/toldModel';
import type { End } from '../../support/triggerExecutions';
import type { Host } from '../../support/triggerHost';
import { forgetSharedLists, passTime } from '../../support/triggerProcess';

const service = useQuickService();

const MINUTE = 60_000;

/** How the executions of a poll end: all alike, those of every third lead otherwise, or not before they are told to. */
type Weather =
	'success' | 'waiting' | 'error' | 'stopped' | 'timeout' | 'never' | 'notCreated' | 'bad' | 'slow';

/** What the service does while n8n starts. */
const services = ['up', 'up', 'token refused', 'unavailable', 'page'] as const;
const faults: Partial<Record<(typeof services)[number], Fault>> = {
	'token refused': { kind: 'status', status: 401, times: Infinity },
	unavailable: { kind: 'status', status: 503, times: Infinity },
	page: { kind: 'garbage', times: Infinity },
};

/**
 * What happens to a lead of the service. Hidden, it is missing in the next lists, while another lead of its conversation can
 * be new, and it can be back with another status.
 */
type Change =
	| { do: 'edit'; at: number; status?: Lead['status'] }
	| { do: 'back'; at: number }
	| { do: 'remove'; at: number }
	| { do: 'hide'; at: number; polls: number; isReplaced: boolean; isEdited: boolean };

type Step =
	| { do: 'add'; count: number; conversation: number; hasContact: boolean; status: Lead['status'] }
	| Change
	| { do: 'poll'; weather: Weather; minutes: number }
	| { do: 'settle'; at: number; end: End }
	| { do: 'start'; service: (typeof services)[number] }
	| { do: 'republish' }
	| { do: 'lease' }
	| { do: 'toggle retries' }
	| { do: 'select'; trigger: number; changes: Partial<Selection> };

const at = fc.nat(100);
const status = fc.constantFrom<Lead['status']>('not-contacted', 'contacted', 'interested');
const perExecution = fc.constantFrom('automatic', 'automatic', 'all', 'one');
const events = fc.constantFrom<LeadEvent>(
	...(['leadCreatedOrUpdated', 'leadCreatedOrUpdated'] as const),
	...(['leadCreated', 'leadUpdated', 'leadStatusChanged'] as const),
);
const statuses = fc.oneof(
	{ weight: 2, arbitrary: fc.constant<Array<Lead['status']>>([]) },
	fc.uniqueArray(status, { minLength: 1, maxLength: 2 }),
);
const choices = {
	event: events,
	statuses,
	includeNewLeads: fc.boolean(),
	recordsPerExecution: perExecution,
};
const selections = fc.array(fc.record(choices), { minLength: 1, maxLength: 2 });

const to = <Name extends string>(name: Name) => fc.constant(name);
const steps = fc.array(
	fc.oneof(
		{
			weight: 8,
			arbitrary: fc.record({
				do: to('poll'),
				weather: fc.constantFrom<Weather>(
					...(['success', 'waiting', 'error', 'error', 'stopped', 'timeout'] as const),
					...(['never', 'notCreated', 'bad', 'bad', 'slow', 'slow'] as const),
				),
				minutes: fc.constantFrom(0, 1, 1, 15, 50),
			}),
		},
		{
			weight: 4,
			arbitrary: fc.record({
				do: to('add'),
				count: fc.constantFrom(1, 1, 2, 3, 12),
				conversation: fc.nat(3),
				hasContact: fc.boolean(),
				status,
			}),
		},
		{
			weight: 4,
			arbitrary: fc.record({ do: to('edit'), at, status: fc.option(status, { nil: undefined }) }),
		},
		{ arbitrary: fc.record({ do: to('back'), at }), weight: 1 },
		{ arbitrary: fc.record({ do: to('remove'), at }), weight: 1 },
		{
			weight: 3,
			arbitrary: fc.record({
				do: to('hide'),
				at,
				polls: fc.constantFrom(1, 2),
				isReplaced: fc.boolean(),
				isEdited: fc.boolean(),
			}),
		},
		{
			weight: 4,
			arbitrary: fc.record({
				do: to('settle'),
				at,
				end: fc.constantFrom<End>('success', 'success', 'error', 'timeout'),
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({ do: to('start'), service: fc.constantFrom(...services) }),
		},
		{
			weight: 4,
			arbitrary: fc.constantFrom<Step>(
				...([{ do: 'republish' }, { do: 'lease' }] as const),
				...([{ do: 'toggle retries' }, { do: 'toggle retries' }] as const),
			),
		},
		{
			weight: 3,
			arbitrary: fc.record({
				do: to('select'),
				trigger: fc.nat(1),
				changes: fc.record(choices, { requiredKeys: [] }),
			}),
		},
	),
	{ minLength: 4, maxLength: 24 },
);

interface ListedLead {
	id: string;
	/** The number of its state, which is its last name. */
	state: number;
	fields: Lead;
	/** Polls until the service lists it again. 0: it does. */
	isHiddenFor: number;
}

/** Leads have their number as first name, and the number of their state as last name. */
const leadOf = ({ firstName }: IDataObject) => Number(String(firstName).slice(1));
const stateOf = ({ lastName }: IDataObject) => Number(String(lastName).slice(1));

/** One trigger and the CRM behind it: what must arrive, what can, and what has. */
class Delivery {
	readonly crm = new Map<number, number>();
	private readonly told: ToldModel;
	private readonly keys = new Map<number, string>();
	/** The last state that an execution started with, and the same unless the service has an earlier one again. */
	private readonly started = new Map<number, number>();
	private readonly sent = new Map<number, number>();
	/** What can come again, because the memory or the lease of its execution is gone. */
	private readonly again = new Set<number>();
	/** What can come once more, because retries were turned off while it waited. */
	private readonly lastTime = new Set<number>();
	/** When executions have started, min, and those whose end is known. */
	private readonly startedAt: number[] = [];
	private readonly ended = new Set<number>();
	/** Executions that started with retries off. They count as delivered. */
	private readonly released = new Set<number>();
	/** Polls at which all executions fail, since the last success or start of the process. */
	private outage = { successes: 0, polls: 0, started: 0, most: 0 };
	private read = 0;
	/** Whether executions can have started after a poll, because of *One*. */
	sendsAfterPolls: boolean;

	constructor(
		readonly host: Host,
		public selection: Selection,
		statusOf: (state: number) => Lead['status'] | undefined,
	) {
		this.told = new ToldModel(selection, statusOf);
		this.sendsAfterPolls = selection.recordsPerExecution === 'one';
	}

	/** The trigger reads the list. */
	readList(leads: Iterable<[number, number]>, back: Iterable<number>): void {
		for (const lead of back) this.sent.delete(lead);
		for (const [lead, state] of leads) this.told.read(lead, state);
	}

	select(changes: Partial<Selection>, leads: Iterable<[number, number]>): void {
		if (this.selection.retries && changes.retries === false) this.release();
		const isOther = ['event', 'statuses', 'includeNewLeads'].some((name) => name in changes);
		this.selection = { ...this.selection, ...changes };
		this.sendsAfterPolls ||= this.selection.recordsPerExecution === 'one';
		this.host.parameters = parametersOf(this.selection);
		if (!isOther) return;
		this.told.select(this.selection, leads);
		const listed = new Set([...leads].map(([lead]) => lead));
		// What is missing just then, and was never delivered as far as n8n has stored, is forgotten, with its key, also if it is in
		// an execution.
		for (const lead of this.keys.keys()) {
			if (listed.has(lead) || (this.crm.has(lead) && !this.again.has(lead))) continue;
			this.keys.delete(lead);
			this.again.add(lead);
		}
	}

	/** Retries are turned off: what waits comes once more, and what is in progress, if that fails. */
	private release(): void {
		for (const [lead, state] of this.started)
			if (this.crm.get(lead) !== state) this.lastTime.add(lead);
	}

	/**
	 * A poll at which all executions fail: what was not tried starts one, and two others can. After a success, ten can.
	 * @param started the executions that it has started
	 */
	checkOutage(started: number): void {
		const { outage, successes } = this;
		if (successes !== outage.successes) this.outage = { successes, polls: 0, started: 0, most: 8 };
		this.outage.polls += 1;
		this.outage.started += started;
		expect(this.outage.started).toBeLessThanOrEqual(this.outage.most + 3 * this.outage.polls);
	}

	private get successes(): number {
		return this.host.runs.filter(({ end }) => end === 'success' || end === 'waiting').length;
	}

	/** The process ends. What was sent with retries off, n8n has stored with that, so it does not come again. */
	restart(storesAll: boolean): void {
		this.outage = { successes: this.successes, polls: 0, started: 0, most: 0 };
		this.told.restart();
		if (this.selection.retries || !storesAll)
			for (const lead of this.keys.keys()) this.again.add(lead);
		this.host.runs.forEach(({ items }, index) => {
			if (!this.released.has(index)) for (const item of items) this.again.add(leadOf(item));
		});
	}

	/** Executions without an end past their lease can come again. */
	expire(now: number): void {
		this.host.runs.forEach(({ items, end }, index) => {
			const isOpen = (end === undefined || end === 'never') && !this.released.has(index);
			if (!isOpen || now - (this.startedAt[index] ?? now) <= 60) return;
			for (const item of items) this.again.add(leadOf(item));
		});
	}

	/** Looks at what has happened since it was called last. */
	check(now: number): void {
		const { runs } = this.host;
		const { retries } = this.selection;
		runs.slice(this.read).forEach(({ items, end }, index) => {
			for (const item of items) this.checkItem(item, this.read + index);
			if (retries) return;
			if (end === 'notCreated') for (const item of items) this.takeBack(item);
			else this.released.add(this.read + index);
		});
		while (this.startedAt.length < runs.length) this.startedAt.push(now);
		this.read = runs.length;
		runs.forEach(({ items, end }, index) => {
			const isReleased = this.released.has(index);
			if ((end === undefined && !isReleased) || this.ended.has(index)) return;
			this.ended.add(index);
			if (!isReleased && end !== 'success' && end !== 'waiting') return;
			for (const item of items) {
				this.crm.set(leadOf(item), stateOf(item));
				this.told.tell(leadOf(item), stateOf(item));
			}
		});
	}

	/** n8n could not start its execution with retries off: it comes again, unless n8n restarts before it has stored that. */
	private takeBack(item: IDataObject): void {
		const lead = leadOf(item);
		this.sent.delete(lead);
		this.told.perhapsTell(lead, stateOf(item));
	}

	private checkItem(item: IDataObject, index: number): void {
		const [lead, state, key] = [leadOf(item), stateOf(item), String(item.leadKey)];
		expect([lead, this.keys.get(lead) ?? key]).toEqual([lead, key]);
		this.keys.set(lead, key);
		const others = [...this.keys].filter(([other, its]) => other !== lead && its === key);
		expect([lead, key, others]).toEqual([lead, key, []]);
		const last = this.sent.get(lead) ?? 0;
		expect(last).toBeLessThanOrEqual(state);
		this.sent.set(lead, state);
		this.started.set(lead, state);
		const isAgain = this.again.has(lead);
		const canArrive = isAgain || this.told.canArrive(lead, state);
		expect([lead, state, canArrive]).toEqual([lead, state, true]);
		const isNamed = isAgain || !('changeType' in item) || this.told.canBe(lead, item.changeType);
		expect([lead, item.changeType, isNamed]).toEqual([lead, item.changeType, true]);
		this.told.try(lead);
		if (isAgain) return;
		if (this.lastTime.delete(lead)) return;
		if (!this.selection.retries) {
			expect([lead, last]).not.toEqual([lead, state]);
			return;
		}
		// One execution at a time has it.
		const isElsewhere = this.host.runs.some(
			({ end, items }, other) =>
				end === undefined &&
				other !== index &&
				!this.released.has(other) &&
				items.map(leadOf).includes(lead),
		);
		expect([lead, isElsewhere]).toEqual([lead, false]);
	}

	/** What has not arrived, although it must. */
	missing(leads: Iterable<[number, number]>): Array<[number, number]> {
		return [...leads].filter(([lead, state]) => this.told.mustArrive(lead, state));
	}
}

/** The service, n8n, and the time. */
class World {
	readonly host: Host;
	private readonly deliveries: Delivery[];
	private readonly leads = new Map<number, ListedLead>();
	private readonly statusOf = new Map<number, Lead['status']>();
	/** Leads that are back at an earlier state, which the triggers have not read yet. */
	private readonly back = new Set<number>();
	/** Minutes since the start. */
	private now = 0;
	private next = 1;

	constructor(
		private readonly mode: PollingMode,
		[first, ...others]: Selection[],
	) {
		// Nothing is left of the world before, even if it has failed.
		service.sandbox.reset();
		service.sandbox.setBalance(1e9);
		forgetSharedLists();
		const statusOf = (state: number) => this.statusOf.get(state);
		this.host = service.host(parametersOf(first), mode);
		this.deliveries = [
			new Delivery(this.host, first, statusOf),
			...others.map(
				(other) => new Delivery(this.host.beside(parametersOf(other)), other, statusOf),
			),
		];
	}

	private get listed(): Array<[number, number]> {
		return [...this.leads].flatMap(([lead, { state, isHiddenFor }]) =>
			isHiddenFor > 0 ? [] : [[lead, state] as [number, number]],
		);
	}

	async step(step: Step): Promise<void> {
		const { host } = this;
		if (step.do === 'add') this.add(step);
		else if (step.do === 'poll') await this.poll(step.weather, step.minutes);
		else if (step.do === 'start') await this.start(step.service);
		else if (step.do === 'lease') this.pass(62);
		else if (step.do === 'settle') {
			const running = this.deliveries.flatMap((delivery) => delivery.host.running);
			await running[step.at % running.length]?.settle(step.end);
		} else if (step.do === 'republish') {
			await this.publish();
		} else if (step.do === 'toggle retries') {
			const { retries } = this.deliveries[0].selection;
			await this.publish({ retries: !retries }, this.deliveries);
		} else if (step.do === 'select') {
			const { trigger, changes } = step;
			await this.publish(changes, [this.deliveries[trigger % this.deliveries.length]]);
		} else this.change(step);
		await host.idle();
		this.check();
	}

	private change(step: Change): void {
		const listed = this.listed;
		if (listed.length === 0) return;
		const [number] = listed[step.at % listed.length];
		const lead = this.leads.get(number)!;
		if (step.do === 'remove' || step.do === 'hide') {
			service.sandbox.removeLead(lead.id);
			if (step.do === 'remove') {
				this.leads.delete(number);
				return;
			}
			lead.isHiddenFor = step.polls;
			const { agentConversationId, email } = lead.fields;
			// Only contact fields tell leads of one conversation apart.
			if (step.isReplaced && email) this.addLead('contacted', { agentConversationId });
			if (step.isEdited) this.edit(lead, 'interested');
		} else if (step.do === 'edit') {
			this.edit(lead, step.status);
			service.sandbox.updateLead(lead.id, lead.fields);
		} else {
			// Back to what the CRM has: it is the latest state, too.
			this.edit(lead, undefined, this.deliveries[0].crm.get(number) ?? lead.state);
			service.sandbox.updateLead(lead.id, lead.fields);
			this.back.add(number);
		}
	}

	private edit(lead: ListedLead, given?: Lead['status'], state = this.next++): void {
		const status = this.statusOf.get(state) ?? given ?? lead.fields.status;
		lead.state = state;
		this.statusOf.set(state, status);
		lead.fields = { ...lead.fields, lastName: `v${state}`, status };
	}

	private add({ count, conversation, hasContact, status }: Step & { do: 'add' }): void {
		for (let index = 0; index < count; index++) {
			this.addLead(status, {
				...(conversation > 0 && { agentConversationId: `shared_${conversation}` }),
				...(conversation === 0 && !hasContact && { email: '', phone: '' }),
			});
		}
	}

	private addLead(status: Lead['status'], given: Partial<Lead>): void {
		const number = this.next++;
		const names = { firstName: `n${number}`, lastName: `v${number}` };
		// The sandbox repeats phone numbers.
		const phone = `+1 ${number}`;
		const { id, lead } = service.sandbox.addLead({ ...names, phone, status, ...given });
		this.statusOf.set(number, status);
		this.leads.set(number, { id, state: number, fields: lead, isHiddenFor: 0 });
	}

	private pass(minutes: number): void {
		passTime(minutes * MINUTE);
		this.now += minutes;
		for (const delivery of this.deliveries) delivery.expire(this.now);
	}

	/** All triggers read the list. */
	private readList(): void {
		for (const delivery of this.deliveries) delivery.readList(this.listed, this.back);
		this.back.clear();
	}

	/** The service lists again what it has omitted for long enough. */
	private listAgain(): void {
		for (const lead of this.leads.values()) {
			if (lead.isHiddenFor === 0 || --lead.isHiddenFor > 0) continue;
			lead.id = service.sandbox.addLead(lead.fields).id;
		}
	}

	private async publish(changes: Partial<Selection> = {}, of: Delivery[] = []): Promise<void> {
		for (const delivery of of) delivery.select(changes, this.listed);
		this.host.deactivate();
		this.readList();
		await this.host.activate();
		this.listAgain();
	}

	/** n8n is killed, and starts while the service can be away. */
	private async start(state: (typeof services)[number]): Promise<void> {
		for (const delivery of this.deliveries) {
			const isAlone = this.deliveries.length === 1;
			delivery.restart(
				{
					default: true,
					// It stores the data of the workflow whole, so that each trigger can put back that of the other.
					scheduler: isAlone,
					// What starts after a poll is stored by the next one, unless that is a publication.
					durable: !delivery.sendsAfterPolls,
				}[this.mode],
			);
		}
		const fault = faults[state];
		if (fault) service.sandbox.addFault(fault);
		else if (this.mode === 'default') this.readList();
		await this.host.start();
		// n8n would never poll again.
		expect(this.deliveries.map(({ host }) => host.isGivenUp)).not.toContain(true);
		if (fault) {
			for (const { host } of this.deliveries) await host.poll().catch(() => null);
			service.sandbox.clearFaults();
		}
	}

	private async poll(weather: Weather, minutes: number): Promise<void> {
		this.pass(minutes);
		this.readList();
		for (const delivery of this.deliveries) {
			const { host, selection } = delivery;
			host.outcome = (items) => {
				if (weather === 'slow') return undefined;
				if (weather !== 'bad') return weather;
				return items.some((item) => leadOf(item) % 3 === 0) ? 'error' : 'success';
			};
			const before = host.runs.length;
			await host.poll();
			if (selection.retries && ['error', 'timeout'].includes(weather))
				delivery.checkOutage(host.runs.length - before);
		}
		this.listAgain();
	}

	private check(): void {
		for (const delivery of this.deliveries) delivery.check(this.now);
	}

	/** Once everything works again, all arrives, and then nothing comes any more. */
	async end(): Promise<void> {
		for (const { host } of this.deliveries) {
			host.outcome = () => 'error';
			for (const run of host.running) await run.settle('error');
		}
		this.check();
		this.pass(62);
		for (const { host } of this.deliveries) host.outcome = () => 'success';
		await this.publish();
		for (let poll = 0; poll < 6; poll++) {
			this.check();
			await this.poll('success', 62);
		}
		this.check();
		for (const delivery of this.deliveries) expect(delivery.missing(this.listed)).toEqual([]);
		const count = () => this.deliveries.map(({ host }) => host.runs.length);
		const before = count();
		await this.poll('success', 62);
		expect(count()).toEqual(before);
	}
}

const settings = pollingModes.flatMap((mode) =>
	[true, false].map((retries) => ({ mode, retries })),
);

describe.each(settings)('polling mode $mode, retries $retries', ({ mode, retries }) => {
	test('over any history, what the event matches arrives in its latest state, under its key, and rarely twice', async () => {
		await fc.assert(
			fc.asyncProperty(steps, selections, async (history, selected) => {
				const world = new World(
					mode,
					selected.map((selection) => ({ ...selection, retries })),
				);
				await world.host.activate();
				// With durable cursors, n8n stores the first list only now.
				await world.step({ do: 'poll', weather: 'success', minutes: 0 });
				for (const step of history) await world.step(step);
				await world.end();
			}),
			{ numRuns: Number(process.env.RUNS ?? 100), seed: Number(process.env.SEED ?? 20_26) },
		);
	}, 600_000);
});
