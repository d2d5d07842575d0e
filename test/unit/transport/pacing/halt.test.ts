import { Halt } from '../../../../nodes/AgentSuite/transport/pacing/halt';

const MINUTE = 60_000;
const never = new Promise<void>(() => undefined);

test.each<[string, (halt: Halt) => Promise<void>]>([
	['a wait for a time', async (halt) => await halt.sleep(MINUTE, 'account')],
	[
		'a wait for other requests',
		async (halt) => {
			for (;;) await halt.wait(never, 'account');
		},
	],
])("n8n's Stop ends %s", async (_what, wait) => {
	const stop = new AbortController();
	const waiting = wait(new Halt(stop.signal));
	stop.abort();
	await expect(waiting).rejects.toMatchObject({ message: 'The execution was canceled' });
});
