import type { IDataObject } from 'n8n-workflow';

import { balanceLow } from '../../../nodes/AgentSuite/resources/events';
import { compare } from '../../../nodes/AgentSuite/trigger/table/compare';
import {
	readTable,
	type StoredTable,
	storeTable,
} from '../../../nodes/AgentSuite/trigger/table/storedTable';
import type { Table } from '../../../nodes/AgentSuite/trigger/table/table';
import { perhapsAlso } from '../../../nodes/AgentSuite/trigger/table/told';
import { parametersOf, poller } from '../trigger/poller';

describe('balanceLow', () => {
	const alerts = (parameters: IDataObject, totals: number[]) => {
		const { poll } = poller(balanceLow, parameters);
		return totals.map((totalTokenCount) => {
			const [item] = poll([{ totalTokenCount }], true);
			return item && [item.threshold, item.recovered];
		});
	};

	test('once per drop', () => {
		const totals = [600, 499, 300, 499, 500, 499, 501, 0, 700, 499];
		const fallen = [500, false];
		expect(alerts({ threshold: 500 }, totals)).toEqual(
			totals.map((_total, poll) => ([1, 5, 7, 9].includes(poll) ? fallen : undefined)),
		);
	});

	test('a recovery that was never delivered is still one after hundreds of other balances', () => {
		const parameters = parametersOf(balanceLow, { options: { notifyRecovery: true } });
		const compared = (totalTokenCount: number, table?: Table) =>
			compare(balanceLow, parameters, [{ totalTokenCount }], 20_000, {
				table,
				returnAll: table ? undefined : 'repeatAlerts',
				isOtherScope: false,
			});
		let { table } = compared(450);
		table.tell(0, { knows: 'values', values: table.listed(0) });
		for (let poll = 0; poll < 600; poll++) {
			const { due, ...next } = compared(1200 - poll, table);
			expect(due).toHaveLength(1);
			({ table } = next);
			table.tell(0, perhapsAlso(table.told(0), table.listed(0)));
			table = readTable(
				JSON.parse(JSON.stringify(storeTable(table))) as StoredTable,
				balanceLow.list,
			);
		}
	});

	test.each([true, false])(
		'a recovery after an alert that did not surely arrive: told, if that is on (%s)',
		(notifyRecovery) => {
			const parameters = parametersOf(balanceLow, { threshold: 100, options: { notifyRecovery } });
			const due = (total: number, table: Table | undefined, returnAll?: 'repeatAlerts') => {
				const listed = [{ totalTokenCount: total }];
				const earlier = { table, returnAll, isOtherScope: false };
				return compare(balanceLow, parameters, listed, 20_000, earlier);
			};
			const { table } = due(90, due(120, undefined).table);
			expect(table.told(0)).toMatchObject({ knows: 'values' });
			table.tell(0, perhapsAlso(table.told(0), table.listed(0)));
			const recovered = { totalTokenCount: 110, threshold: 100, recovered: true };
			for (const restart of [undefined, 'repeatAlerts'] as const)
				expect(due(110, table, restart).due.map(({ item }) => item)).toEqual(
					notifyRecovery ? [recovered] : [],
				);
			// Also of the first poll, of which the workflow was told nothing before.
			const first = due(90, undefined, 'repeatAlerts').table;
			expect(due(110, first).due).toHaveLength(notifyRecovery ? 1 : 0);
			// It still does if the balance changes meanwhile, but nothing is told of one that never was low.
			expect(due(115, due(110, table).table).due).toHaveLength(notifyRecovery ? 1 : 0);
			expect(due(120, due(120, undefined).table, 'repeatAlerts').due).toEqual([]);
		},
	);

	test('at the first poll when it is low already', () => {
		expect(alerts({ threshold: 500 }, [499, 498])).toEqual([[500, false], undefined]);
		expect(alerts({ threshold: 500 }, [500, 499])).toEqual([undefined, [500, false]]);
	});

	test('several thresholds: each once, a fall through two is one, for the lowest', () => {
		const options = { moreThresholds: [50, 200], notifyRecovery: true };
		const totals = [600, 450, 199, 150, 49, 600, 20, 300, 300, 190, 250, 21, 500];
		expect(alerts({ threshold: 500, options }, totals)).toEqual([
			undefined,
			[500, false],
			[200, false],
			undefined,
			[50, false],
			[500, true],
			[50, false],
			[200, true],
			undefined,
			[200, false],
			[200, true],
			[50, false],
			[500, true],
		]);
	});

	test('is refused without a number', () => {
		const { poll } = poller(balanceLow, { threshold: 500 });
		expect(() => poll([{ totalTokenCount: null }])).toThrow(/does not include totalTokenCount/);
	});
});
