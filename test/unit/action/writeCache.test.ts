import { Writes } from '../../../nodes/AgentSuite/action/writeCache';
import { Problem } from '../../../nodes/AgentSuite/model/problem';

const HOUR_MS = 3_600_000;
const upTo = (count: number) => Array.from({ length: count }, (_, item) => item);

test('none of many writes is forgotten, however long the tries take', () => {
	const items = upTo(20_000);
	const first = new Writes('many', 0);
	for (const item of items) first.done(item, [{ id: item }]);
	first.end(true, 5 * HOUR_MS);
	const second = new Writes('many', 5 * HOUR_MS + 1);
	expect(items.filter((item) => second.earlier(item)?.[0].id !== item)).toEqual([]);
	second.end(false, 6 * HOUR_MS);
	expect(new Writes('many', 6 * HOUR_MS).earlier(0)).toBeUndefined();
});

test('large outputs are kept as far as there is room, then by their short fields', () => {
	const large = 'x'.repeat(1_000_000);
	const first = new Writes('large', 0);
	for (const item of upTo(40)) first.done(item, [{ id: item, large }]);
	first.end(true, 1);
	const second = new Writes('large', 2);
	expect(second.earlier(0)).toEqual([{ id: 0, large }]);
	expect(second.earlier(39)).toEqual([{ id: 39, note: expect.any(String) as string }]);
	second.end(false, 3);
});

test('a write that might have been done is reported again, and only to the same run', () => {
	const problem = new Problem({ kind: 'status', message: 'HTTP 500', description: 'Check.' });
	const first = new Writes('doubt', 0);
	first.inDoubt(1, problem);
	first.end(true, 1);
	const second = new Writes('doubt', 2);
	expect(second.earlier(0)).toBeUndefined();
	expect(() => second.earlier(1)).toThrow('HTTP 500');
	expect(new Writes('other', 2).earlier(1)).toBeUndefined();
});

test('a run that is never tried again is forgotten after some minutes', () => {
	const first = new Writes('left', 0);
	first.done(0, [{}]);
	first.end(true, 1);
	expect(new Writes('left', HOUR_MS).earlier(0)).toBeUndefined();
});
