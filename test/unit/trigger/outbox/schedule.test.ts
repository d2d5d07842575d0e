import { noHistory, type Delivery } from '../../../../nodes/AgentSuite/trigger/outbox/delivery';
import { byPriority, dueAfter } from '../../../../nodes/AgentSuite/trigger/outbox/schedule';
import { DUE } from '../../../../nodes/AgentSuite/trigger/outbox/stage';

const one = (
	refusals: number,
	failuresAlone: number,
	waitsSince: number,
	row: number,
): Delivery => ({
	...noHistory,
	latest: [],
	wasReturned: true,
	stage: DUE,
	refusals,
	failuresAlone,
	waitsSince,
	row,
});

test('each rule counts before the next ones', () => {
	const inOrder = [
		one(0, 0, 5, 8),
		one(0, 0, 5, 9),
		one(0, 0, 6, 7),
		// It failed alone, so it is later, although it waits longer.
		one(0, 1, 1, 6),
		one(0, 2, 0, 5),
		// It was refused.
		one(1, 1, 0, 0),
		// Among refused ones, only failures count.
		one(5, 6, 3, 2),
		one(1, 6, 4, 1),
	];
	expect([...inOrder].reverse().sort(byPriority)).toEqual(inOrder);
});

test.each([
	[0, 50],
	[1, 50],
	[2, 100],
	[11, 51_200],
	[12, 86_400],
])('refused %i times: due %i s after its execution began', (refusals, seconds) => {
	expect(dueAfter(refusals, 7000)).toBe(7000 + seconds * 1000);
});
