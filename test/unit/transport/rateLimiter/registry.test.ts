import { pacerCount, pacerFor } from '../../../../nodes/AgentSuite/transport/rateLimiter/registry';

const limits = { minute: 100, hour: 1000, day: 10_000 };
const START = 1_700_000_000_000;

it('gives the same pacer for the same key, with the limits of the last asker', () => {
	const pacer = pacerFor('same', limits, START);
	expect(pacerFor('same', { ...limits, minute: 1 }, START)).toBe(pacer);
	expect(pacerFor('other', limits, START)).not.toBe(pacer);
	pacer.depart(pacer.reserve(START), START);
	expect(pacer.reserve(START).at).toBe(START + 60_600);
});

it('forgets idle pacers beyond 200, and never a busy one', () => {
	const busy = pacerFor('busy', limits, START);
	busy.depart(busy.reserve(START), START);
	const waiting = pacerFor('waiting', limits, START);
	waiting.reserve(START);
	const idle = pacerFor('idle', limits, START);
	for (let index = 0; index < 500; index++) pacerFor(`key ${index}`, limits, START + 1000);
	expect(pacerCount()).toBe(200);
	expect(pacerFor('busy', limits, START)).toBe(busy);
	expect(pacerFor('waiting', limits, START)).toBe(waiting);
	expect(pacerFor('idle', limits, START)).not.toBe(idle);
});
