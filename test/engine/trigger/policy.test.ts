/** What a user waits for, with destinations that refuse some leads. */
import type { IDataObject } from 'n8n-workflow';

import { useQuickService } from '../../support/service';
import { storingModes, type PollingMode } from '../../support/pollContext';
import type { End } from '../../support/triggerExecutions';
import type { Host } from '../../support/triggerHost';
import { keepOrder, passTime } from '../../support/triggerProcess';
import { sharedKey } from '../../support/leadKeys';

const service = useQuickService();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

keepOrder();

/** Failed executions of an outage of a day, with a new lead every hour. */
const OUTAGE_EVERY_MINUTE = 337;
const OUTAGE_EVERY_15_MINUTES = 193;

/** Prints a figure, if they are asked for. */
function show(what: string, figure: unknown): void {
	if (process.env.FIGURES) process.stdout.write(`${what}: ${JSON.stringify(figure)}\n`);
}

/** What a CRM does with several leads: it takes all or none, or writes up to the first that it refuses. */
const takings = ['takes batches whole', 'stops at the first refusal'] as const;

/** A CRM behind the workflow. */
class Crm {
	readonly arrived = new Set<unknown>();
	readonly bad = new Set<unknown>();
	isDown = false;
	failed = 0;

	constructor(
		readonly host: Host,
		taking: (typeof takings)[number],
	) {
		host.outcome = (items: IDataObject[]) => {
			const keys = items.map(({ leadKey }) => leadKey);
			const refused = keys.findIndex((key) => this.bad.has(key));
			const isRefused = this.isDown || refused >= 0;
			const written = this.isDown ? 0 : refused < 0 ? keys.length : refused;
			const isWritten = !isRefused || taking === 'stops at the first refusal';
			if (isWritten) keys.slice(0, written).forEach((key) => this.arrived.add(key));
			if (isRefused) this.failed++;
			return isRefused ? 'error' : 'success';
		};
	}

	/** New leads of the service, of which every nth is refused. */
	add(count: number, nth = Infinity): void {
		for (let index = 1; index <= count; index++) {
			const { agentConversationId: key } = service.sandbox.addLead().lead;
			this.expected.push(key);
			if (index % nth === 0) this.bad.add(key);
		}
	}

	readonly expected: unknown[] = [];

	get missing(): number {
		return this.expected.filter((key) => !this.bad.has(key) && !this.arrived.has(key)).length;
	}

	/** @returns the number of executions */
	async poll(afterMs = 0): Promise<number> {
		passTime(afterMs);
		const before = this.host.runs.length;
		await this.host.poll();
		return this.host.runs.length - before;
	}
}

async function crmOf(
	mode: PollingMode,
	taking: (typeof takings)[number],
	options: IDataObject = {},
): Promise<Crm> {
	service.sandbox.setBalance(1e9);
	const event = 'leadCreatedOrUpdated';
	const host = service.host({ event, retryFailedExecutions: true, options }, mode);
	await host.activate();
	await host.poll();
	return new Crm(host, taking);
}

/** 100 leads that the CRM refuses, and 200 that have arrived. */
async function with100Refused(mode: PollingMode): Promise<Crm> {
	const crm = await crmOf(mode, 'takes batches whole');
	crm.add(300, 3);
	await crm.poll();
	return crm;
}

/** What no polling mode changes. */
describe('the waits', () => {
	const mode = 'default';

	test.each([
		['nothing new', 0],
		['a good lead every hour', 1],
	])(
		'100 refused for a week, %s: 12 failed executions a day',
		async (what, hourly) => {
			const crm = await with100Refused(mode);
			const days: number[] = [];
			for (let day = 0; day < 7; day++) {
				crm.failed = 0;
				for (let poll = 0; poll < 96; poll++) {
					if (poll % 4 === 0) crm.add(hourly);
					await crm.poll(15 * MINUTE);
				}
				days.push(crm.failed);
				expect(crm.missing).toBe(0);
			}
			show(`${mode}, 100 refused, ${what}: failed executions a day`, days);
			const [first, ...later] = days;
			expect(first).toBeLessThanOrEqual(60);
			expect(Math.max(...later)).toBeLessThanOrEqual(12);
		},
		120_000,
	);

	test.each([5, 24, 72])(
		'the CRM is repaired after %i hours: all 100 arrive within three hours',
		async (hours) => {
			const crm = await with100Refused(mode);
			for (let poll = 0; poll < hours * 4; poll++) await crm.poll(15 * MINUTE);
			crm.bad.clear();
			let polls = 0;
			while (crm.missing > 0 && polls < 200) {
				await crm.poll(15 * MINUTE);
				polls++;
			}
			show(`${mode}, repaired after ${hours} h: hours until all arrive`, polls / 4);
			expect(polls).toBeLessThanOrEqual(12);
		},
		120_000,
	);

	test.each([
		['every minute', 1, OUTAGE_EVERY_MINUTE],
		['every 15 minutes', 15, OUTAGE_EVERY_15_MINUTES],
	])(
		'an outage of a day, polled %s',
		async (what, minutes, most) => {
			const crm = await crmOf(mode, 'takes batches whole');
			crm.add(30);
			await crm.poll();
			crm.isDown = true;
			crm.add(30);
			for (let minute = 0; minute < 1440; minute += minutes) {
				if (minute % 60 === 0) crm.add(1);
				await crm.poll(minutes * MINUTE);
			}
			show(`${mode}, an outage of a day, polled ${what}: failed executions`, crm.failed);
			expect(crm.failed).toBeLessThanOrEqual(most);
			crm.isDown = false;
			for (let hour = 0; hour < 3; hour++) await crm.poll(HOUR);
			expect(crm.missing).toBe(0);
		},
		120_000,
	);
});

describe.each(storingModes)('polling mode %s', (mode) => {
	describe.each(takings)('a CRM that %s', (taking) => {
		test('a first import of 300 with a tenth refused: all good ones arrive in the same poll', async () => {
			const crm = await crmOf(mode, taking);
			crm.add(300, 10);
			const executions = await crm.poll();
			expect(crm.missing).toBe(0);
			expect(executions).toBeLessThan(300);
			expect(crm.failed).toBeLessThanOrEqual(125);
		});

		test('100 refused: good ones after a hiccup arrive with the next poll', async () => {
			const crm = await crmOf(mode, taking);
			crm.add(300, 3);
			await crm.poll();
			for (let poll = 0; poll < 30; poll++) await crm.poll(15 * MINUTE);
			crm.isDown = true;
			crm.add(3);
			expect(await crm.poll(15 * MINUTE)).toBeLessThanOrEqual(4);
			crm.isDown = false;
			expect(crm.missing).toBe(3);
			await crm.poll(15 * MINUTE);
			expect(crm.missing).toBe(0);
		});
	});

	test('100 refused: the day after a restart costs 60 failed executions at most', async () => {
		const crm = await with100Refused(mode);
		for (let poll = 0; poll < 192; poll++) await crm.poll(15 * MINUTE);
		crm.failed = 0;
		await crm.host.start();
		for (let poll = 0; poll < 96; poll++) await crm.poll(15 * MINUTE);
		show(`${mode}, 100 refused: failed executions on the day after a restart`, crm.failed);
		expect(crm.failed).toBeLessThanOrEqual(60);
	});

	test('an outage, polled every hour: no poll misses the end of the wait', async () => {
		const crm = await crmOf(mode, 'takes batches whole');
		crm.isDown = true;
		crm.add(5);
		const tries: number[] = [];
		for (let hour = 0; hour < 48; hour++) {
			// Timers are not exact.
			tries.push(await crm.poll(HOUR + (hour % 2 === 0 ? -5000 : 5000)));
		}
		show(
			`${mode}, an outage, polled every hour: polls without a try`,
			tries.filter((n) => n === 0),
		);
		expect(tries).not.toContain(0);
	});

	test('after a restart, a refused lead starves nobody', async () => {
		const crm = await crmOf(mode, 'takes batches whole');
		crm.add(60, 3);
		await crm.poll();
		await crm.poll(MINUTE);
		crm.isDown = true;
		crm.add(5);
		await crm.poll(MINUTE);
		crm.host.restart();
		crm.isDown = false;
		await crm.host.activate();
		await crm.poll(MINUTE);
		expect(crm.missing).toBe(0);
	});

	test('all in one: a digest is sent again whole, after what is new', async () => {
		const crm = await crmOf(mode, 'takes batches whole', { recordsPerExecution: 'all' });
		crm.isDown = true;
		crm.add(10);
		expect(await crm.poll()).toBe(1);
		expect(await crm.poll(MINUTE)).toBe(1);
		crm.isDown = false;
		crm.add(2);
		expect(await crm.poll(MINUTE)).toBe(2);
		expect(crm.host.executions.map(({ length }) => length)).toEqual([10, 10, 2, 10]);
		expect(await crm.poll(HOUR)).toBe(0);
	});

	test.each([true, false])(
		'one each, retries %s: fresh ones too, one after another',
		async (retryFailedExecutions) => {
			const crm = await crmOf(mode, 'takes batches whole', { recordsPerExecution: 'one' });
			crm.host.parameters = { ...crm.host.parameters, retryFailedExecutions };
			await crm.host.activate();
			const { outcome } = crm.host;
			crm.host.outcome = () => undefined;
			crm.add(5);
			expect(await crm.poll()).toBe(1);
			crm.host.outcome = outcome;
			await crm.host.running[0].settle('success');
			expect(crm.host.executions.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
			expect(await crm.poll(HOUR)).toBe(0);
		},
	);

	test.each<[string, (crm: Crm) => Promise<unknown>]>([
		[
			'unpublished and published',
			async ({ host }) => {
				host.deactivate();
				await host.activate();
			},
		],
		['another poll', async (crm) => await crm.poll(MINUTE)],
	])('%s while an execution is in progress: the retries go on', async (_what, meanwhile) => {
		const crm = await crmOf(mode, 'takes batches whole');
		const { host } = crm;
		const { outcome } = host;
		host.outcome = () => undefined;
		crm.add(6, 3);
		await crm.poll();
		await meanwhile(crm);
		host.outcome = outcome;
		await host.running[0].settle('error');
		expect(crm.missing).toBe(0);
		expect(host.warnings.join()).toBe('');
	});

	describe('with retries off', () => {
		const off = async () => {
			const crm = await crmOf(mode, 'takes batches whole');
			crm.host.parameters = { ...crm.host.parameters, retryFailedExecutions: false };
			await crm.host.activate();
			crm.host.outcome = () => undefined;
			return crm;
		};

		// A worker that is killed ends with an error or as crashed, or n8n never reports it.
		test.each<End>(['success', 'error', 'crashed', 'stopped', 'timeout', 'never'])(
			'five hours without an end, or in a queue, and then %s: each state once',
			async (end) => {
				const crm = await off();
				const edited = service.sandbox.addLead();
				crm.add(1);
				expect(await crm.poll()).toBe(1);
				for (let hour = 0; hour < 5; hour++) expect(await crm.poll(HOUR)).toBe(0);
				service.sandbox.updateLead(edited.id, { phone: '+1 7' });
				expect(await crm.poll()).toBe(1);
				for (const run of crm.host.running) {
					await run.settle(end);
					expect(await crm.poll(HOUR)).toBe(0);
				}
				crm.host.restart();
				expect(await crm.host.activate()).toBeNull();
				expect(await crm.poll(HOUR)).toBe(0);
				expect(crm.host.executions.map((items) => items.length)).toEqual([2, 1]);
			},
		);

		test('n8n is killed while executions are in progress or in a queue: nothing comes again', async () => {
			const crm = await off();
			for (let poll = 0; poll < 3; poll++) {
				crm.add(1);
				await crm.poll();
			}
			crm.host.restart();
			expect(await crm.host.activate()).toBeNull();
			expect(await crm.poll(HOUR)).toBe(0);
			expect(crm.host.runs).toHaveLength(3);
		});
	});

	test('an undelivered lead and one empty list: it keeps its key', async () => {
		const crm = await crmOf(mode, 'takes batches whole');
		const agentConversationId = 'shared';
		service.sandbox.addLead({ agentConversationId });
		await crm.poll();
		crm.isDown = true;
		const second = service.sandbox.addLead({ agentConversationId });
		await crm.poll();
		service.sandbox.removeLead(second.id);
		await crm.poll(MINUTE);
		service.sandbox.addLead({ ...second.lead });
		crm.isDown = false;
		await crm.poll(MINUTE);
		await crm.poll(HOUR);
		expect([...crm.arrived].sort()).toEqual(['shared', sharedKey(second.lead)]);
		// It was missing only once, so it was not given up.
		expect(crm.host.warnings.join()).not.toContain('left the list');
	});
});
