import { BoundedMap } from '../../../nodes/AgentSuite/model/boundedMap';

const START = 1_700_000_000_000;

test('keeps up to the maximum of entries, and drops the one set longest ago', () => {
	const map = new BoundedMap<string, number>({ maxEntries: 2 });
	map.set('a', 1, START);
	map.set('b', 2, START);
	// Set again, so that `b` is the oldest now. Reading changes nothing.
	map.set('a', 3, START);
	map.get('b', START);
	map.set('c', 4, START);
	expect([map.get('a', START), map.get('b', START), map.get('c', START)]).toEqual([
		3,
		undefined,
		4,
	]);
	expect(map.size).toBe(2);
});

test('finds nothing that is too old, and frees its place with the next set', () => {
	const map = new BoundedMap<string, number>({ maxEntries: 10, maxAgeMs: 100 });
	map.set('a', 1, START);
	map.set('b', 2, START + 50);
	expect([map.get('a', START + 99), map.get('a', START + 100)]).toEqual([1, undefined]);
	map.set('c', 3, START + 100);
	expect([map.size, map.get('b', START + 100)]).toEqual([2, 2]);
});

test('keeps what cannot go, even beyond its limit, and drops what is younger in its place', () => {
	const isIdle = (free: number, _key: string, now: number) => now >= free;
	const map = new BoundedMap<string, number>({ maxEntries: 2, canEvict: isIdle });
	map.set('busy', START + 1000, START);
	for (const key of ['a', 'b', 'c']) map.set(key, START, START);
	expect(map.get('busy', START)).toBe(START + 1000);
	expect([map.size, map.get('c', START)]).toEqual([2, START]);
	map.set('d', START, START + 1000);
	expect(map.get('busy', START + 1000)).toBeUndefined();
	expect(map.get('d', START + 1000)).toBe(START);
});

test('forgets what is deleted', () => {
	const map = new BoundedMap<string, number>({ maxEntries: 2 });
	map.set('a', 1, START);
	map.delete('a');
	expect([map.size, map.get('a', START)]).toEqual([0, undefined]);
});
