import type { IDataObject } from 'n8n-workflow';

import { useQuickService } from '../../support/service';
import { pollingModes, type PollingMode } from '../../support/pollContext';
import type { Host } from '../../support/triggerHost';
import { passTime } from '../../support/triggerProcess';
import { built } from '../../support/built';

const service = useQuickService();

const MINUTE = 60_000;
const emails = (items: IDataObject[] | null) => (items ?? []).map(({ email }) => email);

async function published(mode: PollingMode, parameters: IDataObject = {}): Promise<Host> {
	const host = service.host(
		{ event: 'leadCreated', retryFailedExecutions: true, ...parameters },
		mode,
	);
	await host.activate();
	return host;
}

// Otherwise, only one main process polls.
describe.each(['scheduler', 'durable'] as const)('polling mode %s', (mode) => {
	test('a process repeats nothing that another one has emitted since it read', async () => {
		const host = await published(mode, { minInterval: 15, retryFailedExecutions: false });
		passTime(16 * MINUTE);
		await host.poll();
		const { lead } = service.sandbox.addLead();
		expect(emails(await host.elsewhere(async () => await host.poll()))).toEqual([lead.email]);
		const { stored } = host;
		expect(await host.poll()).toBeNull();
		expect(host.stored).toEqual(stored);
		passTime(16 * MINUTE);
		expect(await host.poll()).toBeNull();
	});

	test('a process does not retry between two reads what another one has retried', async () => {
		const host = await published(mode, { minInterval: 15 });
		passTime(16 * MINUTE);
		host.outcome = () => 'error';
		service.sandbox.addLead();
		await host.poll();
		passTime(3 * MINUTE);
		host.outcome = () => 'success';
		service.sandbox.addLead();
		const polls = async () => [await host.poll(), await host.poll()];
		expect(await host.elsewhere(polls)).toMatchObject([{ length: 2 }, null]);
		expect(await host.poll()).toBeNull();
		passTime(16 * MINUTE);
		const again = await host.poll();
		if (mode === 'durable') expect(again).toBeNull();
	});

	test('what a process sends after its last poll does not undo what another one has emitted since', async () => {
		const host = await published(mode, {
			retryFailedExecutions: false,
			options: { recordsPerExecution: 'one' },
		});
		// The first poll of the scheduler stores what is there.
		await host.poll();
		service.sandbox.addLead();
		service.sandbox.addLead();
		host.outcome = () => undefined;
		await host.poll();
		const [sent] = host.running;
		host.outcome = () => 'success';
		await host.elsewhere(async () => {
			await host.poll();
			const { lead } = service.sandbox.addLead();
			expect(emails(await host.poll())).toEqual([lead.email]);
			// The first process goes on with what it knows.
			const before = host.runs.length;
			await sent.settle('success');
			expect(host.runs).toHaveLength(before + 1);
			expect(await host.poll()).toBeNull();
		});
	});
});

describe.each(pollingModes)('polling mode %s', (mode) => {
	test('a comparison that fails halfway: what was due before it still comes', async () => {
		const host = await published(mode);
		const leaving = service.sandbox.addLead();
		await host.poll();
		host.outcome = () => 'error';
		const undelivered = service.sandbox.addLead();
		await host.poll();
		passTime(3 * MINUTE);
		host.outcome = () => 'success';
		service.sandbox.removeLead(leaving.id);
		const odd = service.sandbox.addLead();
		const { leadCreated } =
			built<typeof import('../../../nodes/AgentSuite/resources/events')>('resources/events');
		const { emit } = leadCreated;
		leadCreated.emit = (record, ...rest) => {
			if (record.email === odd.lead.email) throw new Error('Odd record');
			return emit(record, ...rest);
		};
		await expect(host.poll()).rejects.toThrow('Odd record');
		expect(emails(host.executions.at(-1)!)).toEqual([undelivered.lead.email]);
		leadCreated.emit = emit;
		expect(emails(await host.poll())).toEqual([odd.lead.email]);
	});

	test('after such a comparison, the end of an earlier execution goes on by the last list', async () => {
		const host = await published(mode);
		host.outcome = () => undefined;
		service.sandbox.addLead();
		service.sandbox.addLead();
		await host.poll();
		const { leadCreated } =
			built<typeof import('../../../nodes/AgentSuite/resources/events')>('resources/events');
		const { emit } = leadCreated;
		service.sandbox.addLead();
		leadCreated.emit = () => {
			throw new Error('Odd record');
		};
		await expect(host.poll()).rejects.toThrow('Odd record');
		leadCreated.emit = emit;
		host.outcome = () => 'success';
		await host.running[0].settle('error');
		expect(host.runs.slice(1).map(({ items }) => items.length)).toEqual([1, 1]);
		await host.poll();
		expect(host.runs.slice(3).map(({ items }) => items.length)).toEqual([1]);
	});

	test.each([false, true])(
		'another list drops what has not arrived, and says why and how many (after a restart: %s)',
		async (isRestarted) => {
			const host = await published(mode, { options: { recordsPerExecution: 'one' } });
			host.outcome = () => undefined;
			// One is sent.
			for (let lead = 0; lead < 3; lead++) service.sandbox.addLead();
			await host.poll();
			if (isRestarted) host.restart();
			host.parameters = { ...host.parameters, event: 'articleCreated' };
			expect(await host.activate()).toBeNull();
			expect(host.warnings.at(-2)).toContain(
				'the selected event reads another list: 3 undelivered records dropped',
			);
		},
	);
});
