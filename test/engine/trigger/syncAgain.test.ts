import type { IDataObject } from 'n8n-workflow';

import { useQuickService } from '../../support/service';
import { storingModes } from '../../support/pollContext';
import type { Host } from '../../support/triggerHost';
import { passTime } from '../../support/triggerProcess';
import { sharedKey } from '../../support/leadKeys';

const service = useQuickService();

const MINUTE = 60_000;

/** Publishes the workflow with 'Emit Existing' on or off. */
async function publish(host: Host, emitExisting: boolean): Promise<IDataObject[] | null> {
	host.deactivate();
	host.parameters = { ...host.parameters, options: { emitExisting } };
	return await host.activate();
}

const keysOf = (items: IDataObject[] | null) => (items ?? []).map(({ leadKey }) => leadKey);

describe.each(storingModes)('polling mode %s', (mode) => {
	const hostOf = (event: string, emitExisting = true, retryFailedExecutions = true) =>
		service.host({ event, retryFailedExecutions, options: { emitExisting } }, mode);

	test.each([
		['leadCreatedOrUpdated', false],
		['leadCreatedOrUpdated', true],
		['leadCreated', false],
		['leadCreated', true],
	])(
		'%s, restarts %s: off and on returns each record once more, with its key',
		async (event, isRestarted) => {
			const { sandbox } = service;
			const restart = () => (isRestarted ? host.restart() : undefined);
			const conversation = { agentConversationId: 'conv_twice' };
			const first = sandbox.addLead({ ...conversation, email: 'first@example.com' });
			const second = sandbox.addLead({ ...conversation, email: 'second@example.com' });
			// With retries, a restart repeats what was delivered last.
			const host = hostOf(event, true, !isRestarted);
			const keys = keysOf(await host.activate());
			expect(keys).toEqual(
				expect.arrayContaining([first, second].map(({ lead }) => sharedKey(lead))),
			);
			// A key that is made anew would have no suffix.
			sandbox.removeLead(first.id);
			await host.poll();
			const left = keys.filter((key) => key !== sharedKey(first.lead));

			restart();
			expect(await publish(host, false)).toBeNull();
			expect(await host.poll()).toBeNull();
			restart();
			const again = await publish(host, true);
			expect(keysOf(again)).toEqual(left);
			if (event === 'leadCreatedOrUpdated') {
				expect(again).toEqual(
					left.map((leadKey) =>
						expect.objectContaining({ leadKey, changeType: 'created', changedFields: [] }),
					),
				);
			}

			expect(await host.poll()).toBeNull();
			restart();
			expect(await publish(host, true)).toBeNull();
			const { lead } = sandbox.addLead();
			expect(keysOf(await host.poll())).toEqual([lead.agentConversationId]);
		},
	);

	test('on from the start, off, or on an event without it: nothing comes again', async () => {
		const off = hostOf('leadCreated', false);
		await off.activate();
		expect(await publish(off, false)).toBeNull();
		const never = hostOf('leadUpdated', false);
		await never.activate();
		expect(await publish(never, true)).toBeNull();
		const on = hostOf('leadCreated');
		await on.activate();
		expect(await publish(on, true)).toBeNull();
	});

	test('turned on together with another filter, it returns what passes that', async () => {
		const host = hostOf('leadCreated', false);
		await host.activate();
		host.parameters = { ...host.parameters, status: ['interested'] };
		const items = (await publish(host, true)) ?? [];
		expect(items).not.toHaveLength(0);
		expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['interested']));
	});

	test('turned on together with another event, it returns each record once more', async () => {
		const known = keysOf(await hostOf('leadCreated').activate());
		const host = hostOf('leadUpdated', false);
		await host.activate();
		host.parameters = { ...host.parameters, event: 'leadCreatedOrUpdated' };
		expect(keysOf(await publish(host, true))).toEqual(known);
		expect(await host.poll()).toBeNull();
	});

	test('on when an event of another list is selected, it returns the records of that', async () => {
		const articles = (await hostOf('articleCreated').activate())?.length;
		expect(articles).toBeGreaterThan(0);
		const host = hostOf('leadCreated');
		await host.activate();
		host.parameters = { ...host.parameters, event: 'articleCreated' };
		expect(await publish(host, true)).toHaveLength(articles as number);
		expect(host.warnings.at(-1)).toContain('Existing records are returned.');
		expect(await host.poll()).toBeNull();
		host.parameters = { ...host.parameters, event: 'leadCreated' };
		expect(await publish(host, false)).toBeNull();
		expect(host.warnings.at(-1)).toContain('Existing records are treated as already processed.');
	});

	test('what is under way or was refused comes as a retry only', async () => {
		const known = (await hostOf('leadCreated').activate())?.length ?? 0;
		const host = hostOf('leadCreatedOrUpdated', false);
		await host.activate();
		host.outcome = () => undefined;
		const away = service.sandbox.addLead().lead;
		await host.poll();
		host.outcome = () => 'error';
		const refused = service.sandbox.addLead().lead;
		await host.poll();
		host.outcome = () => 'success';
		const items = keysOf(await publish(host, true));
		expect(items).toHaveLength(known + 1);
		expect(new Set(items).size).toBe(known + 1);
		expect(items).toContain(refused.agentConversationId);
		expect(items).not.toContain(away.agentConversationId);
		await host.running[0].settle('success');
		passTime(5 * MINUTE);
		expect(await host.poll()).toBeNull();
	});

	test('a lead that was changed and changed back before that was sent comes too', async () => {
		const { sandbox } = service;
		const host = hostOf('leadCreatedOrUpdated', false);
		host.parameters = { ...host.parameters, options: { recordsPerExecution: 'one' } };
		const [away, back] = [sandbox.addLead(), sandbox.addLead()];
		await host.activate();
		host.outcome = () => undefined;
		for (const { id } of [away, back]) sandbox.updateLead(id, { phone: '+1 1' });
		expect(await host.poll()).toHaveLength(1);
		sandbox.updateLead(back.id, { phone: back.lead.phone });
		const keys = keysOf(await publish(host, true));
		expect(keys).not.toContain(away.lead.agentConversationId);
		for (const run of host.running) await run.settle('success');
		expect(keysOf(host.runs.at(-1)?.items ?? [])).toContain(back.lead.agentConversationId);
	});

	test('a failed execution with all of them is retried until each has arrived', async () => {
		const host = hostOf('leadCreatedOrUpdated', false);
		await host.activate();
		host.outcome = () => 'error';
		const all = keysOf(await publish(host, true));
		host.outcome = () => 'success';
		host.restart();
		await host.activate();
		for (let poll = 0; poll < 10; poll++) {
			passTime(MINUTE);
			await host.poll();
		}
		const arrived = host.runs
			.filter(({ end }) => end === 'success')
			.flatMap(({ items }) => keysOf(items));
		expect(arrived.sort()).toEqual([...new Set(all)].sort());
	});
});

test('turned on while it is published: what a person has stopped comes with the others', async () => {
	const parameters = { event: 'leadCreatedOrUpdated', retryFailedExecutions: true };
	// Each poll of the scheduler reads the parameters that were published last.
	const host = service.host(parameters, 'scheduler');
	await host.activate();
	host.outcome = () => 'stopped';
	const { lead } = service.sandbox.addLead();
	await host.poll();
	host.outcome = () => 'success';
	expect(await host.poll()).toBeNull();
	host.parameters = { ...parameters, options: { emitExisting: true } };
	expect(keysOf(await host.poll())).toContain(lead.agentConversationId);
	expect(await host.poll()).toBeNull();
});
