import { environmentOf, type Mode } from './pollingModes';
import { pause, PollingServer, until } from './pollingServer';

const LEADS = '/agent/lead';

/** Polls at these seconds of a minute, every six seconds. */
const from = (second: number) => ({
	item: Array.from({ length: 10 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 6 + second} * * * * *`,
	})),
});
/** Not during the test. */
const inHalfAnHour = () => ({
	item: [{ mode: 'everyHour', minute: (new Date().getMinutes() + 30) % 60 }],
});

/** Tests that triggers of one account share what they read, in a polling mode of n8n. */
export function testAccountReads(mode: Mode): void {
	const server = new PollingServer(environmentOf(mode));
	const reads = () => server.sandbox.requests.filter(({ path }) => path === LEADS).length;
	const keysOf = async (id: string) => {
		await server.idle(id);
		return (await server.emitted(id)).map(({ leadKey }) => leadKey);
	};

	beforeAll(async () => await server.start(), 240_000);
	afterAll(async () => await server.stop(), 60_000);

	test('Emit Existing, published off and on again, returns each lead once more', async () => {
		const parameters = {
			event: 'leadCreatedOrUpdated',
			minInterval: 15,
			pollTimes: inHalfAnHour(),
			options: { emitExisting: true },
		};
		const id = await server.createWorkflow(parameters);
		await server.activate(id);
		const first = await until(async () => {
			const keys = await keysOf(id);
			return keys.length > 0 && keys;
		}, 'the existing leads');
		for (const emitExisting of [false, true]) {
			const before = reads();
			await server.changeWorkflow(id, { ...parameters, options: { emitExisting } });
			await server.activate(id);
			await until(() => reads() > before, 'a poll after the publication');
			await pause(1000);
		}
		await until(async () => (await keysOf(id)).length > first.length, 'the leads once more');
		expect(await keysOf(id)).toEqual([...first, ...first]);
		await server.deactivate(id);
	});

	test('three triggers cost one read a round, and each returns each lead', async () => {
		const ids: string[] = [];
		for (const second of [0, 2, 4]) {
			const id = await server.createWorkflow({ event: 'leadCreated', pollTimes: from(second) });
			await server.activate(id);
			ids.push(id);
		}
		await server.polls(2);
		const before = reads();
		const { lead } = server.sandbox.addLead();
		await pause(18_000);
		// Each trigger has polled three times.
		expect(reads() - before).toBeGreaterThanOrEqual(2);
		expect(reads() - before).toBeLessThanOrEqual(4);
		for (const id of ids) {
			await server.deactivate(id);
			expect(await keysOf(id)).toEqual([lead.agentConversationId]);
		}
	});

	test('within its minimum interval, a trigger that is polled every few seconds reads once', async () => {
		const own = await server.createCredential(server.sandbox.tokens.adminSecond);
		const id = await server.createWorkflow({ event: 'leadCreated', minInterval: 5 }, own);
		const before = reads();
		await server.activate(id);
		await until(() => reads() > before, 'the first read');
		// Three polls.
		await pause(9_500);
		expect(reads() - before).toBe(1);
		await server.deactivate(id);
	});
}
