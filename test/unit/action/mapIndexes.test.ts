import { setTimeout as pause } from 'node:timers/promises';

import { mapIndexes } from '../../../nodes/AgentSuite/action/mapIndexes';

/** Runs tasks of different length and returns what happened. */
async function seen(count: number, width: number, failAt: number[] = []) {
	const started: number[] = [];
	const ended: number[] = [];
	let open = 0;
	let most = 0;
	const error: unknown = await mapIndexes(count, width, async (index) => {
		started.push(index);
		most = Math.max(most, ++open);
		await pause((count - index) % 5);
		open--;
		ended.push(index);
		if (failAt.includes(index)) throw new Error(`task ${index}`);
	}).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	return { started, ended, most, open, error };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each([
	[0, 4],
	[1, 4],
	[3, 4],
	[40, 4],
	[40, 1],
])('%d tasks, %d at a time, start in order and all end', async (count, width) => {
	const { started, ended, most, error } = await seen(count, width);
	expect(started).toEqual(upTo(count));
	expect([...ended].sort((a, b) => a - b)).toEqual(upTo(count));
	expect(most).toBe(Math.min(count, width));
	expect(error).toBeUndefined();
});

test('after a failure nothing else starts, and running tasks end first', async () => {
	const { started, ended, open, error } = await seen(40, 4, [5]);
	expect(started.length).toBeLessThan(15);
	expect(ended).toHaveLength(started.length);
	expect(open).toBe(0);
	expect(error).toEqual(new Error('task 5'));
});

test('of several failures the first in order is thrown, whichever came first', async () => {
	const work = mapIndexes(2, 2, async (index) => {
		await pause(index === 0 ? 20 : 0);
		throw new Error(`task ${index}`);
	});
	await expect(work).rejects.toThrow('task 0');
});
