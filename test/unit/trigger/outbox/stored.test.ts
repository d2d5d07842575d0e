import { Outbox } from '../../../../nodes/AgentSuite/trigger/outbox/outbox';
import { readDeliveries } from '../../../../nodes/AgentSuite/trigger/outbox/stored';

const LEASE = 60_000;

test.each<[string, unknown]>([
	['a row that the snapshot does not have', [[5, 0, 0]]],
	['a row that is no number', [['1', 0, 0]]],
	['a negative number', [[1, -1, 0]]],
	['a fraction', [[1, 0.5, 0]]],
	['too few values of the last delivery', [[1, 0, 0, 7]]],
	['too few numbers', [[1]]],
	['no list', 3],
	['no record', [null]],
])('%s cannot be read', (_what, list) => {
	expect(() => readDeliveries({ sent: list as never }, 5, 2)).toThrow();
	expect(() => readDeliveries({ unsent: list as never }, 5, 2)).toThrow();
});

test('nothing, and complete records can be read', () => {
	expect(readDeliveries({}, 5, 2)).toEqual({});
	const stored = { sent: [[4, 1, 2, 7, 8]], unsent: [[0, 0, 0]] } as never;
	expect(readDeliveries(stored, 5, 2)).toEqual(stored);
});

test('the stored form is read as it was written, and tells what was sent from what was not', () => {
	const stored = {
		sent: [[4, 1, 2, 7, 8] as [number, number, number, ...number[]]],
		unsent: [[0, 0, 0] as [number, number, number]],
	};
	expect(new Outbox(stored).deliveries.toStore()).toEqual(stored);
	const settings = { recordsPerExecution: 'automatic', isPublished: false } as const;
	const off = new Outbox(stored);
	off.beginPoll({ ...settings, retries: false }, () => undefined, LEASE);
	expect(off.deliveries.toStore()).toEqual({ sent: undefined, unsent: stored.unsent });
});
