import type { IDataObject } from 'n8n-workflow';

import { modes } from '../../support/server/pollingModes';
import { PollingServer, until } from '../../support/server/pollingServer';

/** A published trigger with its settings and its output so far. */
interface Watch {
	event: string;
	parameters: IDataObject;
	path: string;
	/** The token it polls with, which identifies its requests. */
	account: 'admin' | 'adminSecond';
	workflow: string;
	items: number;
}

describe.each(modes)('what turns bad, good, and bad again, polling in %s mode', (mode, env) => {
	const server = new PollingServer(env);
	const watch = (event: string, path: string, parameters: IDataObject = {}): Watch => ({
		event,
		path,
		parameters,
		account: event === 'leadCreatedOrUpdated' ? 'adminSecond' : 'admin',
		workflow: '',
		items: 0,
	});
	const alerts = [
		watch('balanceLow', '/billing-token/getTokenBalance', { threshold: 500_000 }),
		watch('platformInvalid', '/seo/getPlatforms'),
	];
	const filtered = watch('leadStatusChanged', '/agent/lead', { status: ['interested'] });
	const every = watch('leadCreatedOrUpdated', '/agent/lead');
	const watches = [...alerts, filtered, every];
	let leadId: string;

	const set = (isBad: boolean) => {
		const { sandbox } = server;
		sandbox.setBalance(isBad ? 300_000 : 900_000);
		sandbox.updatePlatform('plat_blog', { invalidConfig: isBad });
		sandbox.updateLead(leadId, { status: isBad ? 'interested' : 'contacted' });
	};
	/** Waits until each has polled again and n8n has stored the result, which it does before the next poll. */
	const polled = async () => {
		const { sandbox } = server;
		const each = watches.map(async ({ path, account }) => {
			await server.polls(3, path, sandbox.tokens[account]);
		});
		await Promise.all(each);
	};
	const turn = async (isBad: boolean) => {
		set(isBad);
		await polled();
	};
	/** Expects that each of these has returned one more item, and the others none. */
	const expectOneMoreOf = async (...those: Watch[]) => {
		for (const one of those) one.items++;
		const counts = async () =>
			await Promise.all(
				watches.map(async ({ event, workflow }) => {
					return [event, (await server.emitted(workflow)).length] as const;
				}),
			);
		const expected = watches.map(({ event, items }) => [event, items] as const);
		const enough = async () => (await counts()).every(([, count], at) => count >= expected[at][1]);
		await until(enough, 'the executions', 60_000).catch(() => undefined);
		for (const { workflow } of watches) await server.idle(workflow);
		expect(await counts()).toEqual(expected);
	};

	beforeAll(async () => {
		await server.start();
		for (const id of server.sandbox.platformIds) {
			server.sandbox.updatePlatform(id, { invalidConfig: false });
		}
		leadId = server.sandbox.addLead({ status: 'contacted' }).id;
		set(false);
		for (const one of watches) {
			const { event, parameters, account } = one;
			const credential = await server.createCredential(server.sandbox.tokens[account]);
			one.workflow = await server.createWorkflow({ event, ...parameters }, credential);
			await server.activate(one.workflow);
		}
		await polled();
	}, 240_000);
	afterAll(async () => await server.stop(), 60_000);

	test('each turn is returned once', async () => {
		await expectOneMoreOf();
		await turn(true);
		await expectOneMoreOf(...watches);
		await turn(false);
		await expectOneMoreOf(every);
		await turn(true);
		await expectOneMoreOf(...watches);
	}, 600_000);

	test('SIGKILL between good and bad: no alert is missed, and no lead is repeated', async () => {
		await turn(false);
		await expectOneMoreOf(every);
		await server.restart(() => set(true));
		await polled();
		// Without durable cursors, n8n has not stored the status in between.
		await expectOneMoreOf(...alerts, ...(mode === 'durable' ? [filtered] : []), every);
	}, 600_000);

	test('SIGKILL while it is bad: alerts come again, as docs/when-something-fails.md says, and a lead does not', async () => {
		await server.restart();
		await polled();
		await expectOneMoreOf(...alerts);
		await turn(false);
		await expectOneMoreOf(every);
		await turn(true);
		await expectOneMoreOf(...watches);
	}, 600_000);
});
