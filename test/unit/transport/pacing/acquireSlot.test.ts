import type { Call, Run } from '../../../../nodes/AgentSuite/transport/call';
import { acquireSlot } from '../../../../nodes/AgentSuite/transport/pacing/acquireSlot';
import { Halt } from '../../../../nodes/AgentSuite/transport/pacing/halt';
import { RunUsage } from '../../../../nodes/AgentSuite/transport/pacing/runUsage';
import { RateLimiter } from '../../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';
import type { Progress } from '../../../../nodes/AgentSuite/transport/retry';

const run = {
	usage: new RunUsage(),
	halt: new Halt(),
	context: { logger: { debug: () => {} } },
} as unknown as Run;
const call = {
	connection: { account: 'any', limits: { minute: 1, hour: 0, day: 0 } },
	maxWaitMs: 5000,
} as unknown as Call;

test('only a wait is taken off Max Wait: a Retry-After that is equal to it can still be waited for', async () => {
	const limiter = new RateLimiter({ minute: 100, hour: 3_600_000, day: 86_400_000 });
	const progress: Progress = { attempts: 0, throttled: 0, waitLeftMs: 5000 };
	await acquireSlot(run, call, limiter, progress);
	expect(progress.waitLeftMs).toBe(5000);
	await acquireSlot(run, call, limiter, progress);
	expect(progress.waitLeftMs).toBeLessThan(4950);
});
