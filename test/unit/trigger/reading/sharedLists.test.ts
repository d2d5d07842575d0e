import { sharedLists, shareOrRead } from '../../../../nodes/AgentSuite/trigger/reading/sharedLists';
import { steadyClock } from '../../../../nodes/AgentSuite/transport/clock';
import { RunUsage } from '../../../../nodes/AgentSuite/transport/run/runUsage';

const readerOf = (trigger: string, timeMs: number) => ({
	trigger,
	usage: new RunUsage(),
	deadline: steadyClock.now() + timeMs,
});

test('a trigger waits no longer than its own poll can take for what another one reads', async () => {
	const never = new Promise<never>(() => {});
	void shareOrRead('list', readerOf('slow', 60_000), async () => await never);
	await expect(shareOrRead('list', readerOf('fast', -980))).rejects.toMatchObject({
		message: 'Another trigger did not read the list in time',
		failure: { cause: 'temporarily-unavailable' },
	});
	sharedLists.clear();
});
