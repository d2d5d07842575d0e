import type { IDataObject } from 'n8n-workflow';

import { leadCreatedOrUpdated } from '../../../../nodes/AgentSuite/resources/events';
import { compare, type Comparison } from '../../../../nodes/AgentSuite/trigger/table/compare';
import { storeTable } from '../../../../nodes/AgentSuite/trigger/table/storedTable';
import type { Table } from '../../../../nodes/AgentSuite/trigger/table/table';
import { lead, untoldRows } from '../leads';
import { parametersOf } from '../poller';

const TODAY = 20_000;
const next = (table: Table | undefined, listed: IDataObject[], today = TODAY): Comparison =>
	compare(leadCreatedOrUpdated, parametersOf(leadCreatedOrUpdated), listed, today, {
		table,
		isOtherScope: false,
	});

const [one, two, three] = [lead('a'), lead('b'), lead('c')];
const values = [1, 2, 3, 4, 5, 6];

/** Where rows of the last table are now. */
const movedTo = ({ rowNow }: Comparison, ...rows: number[]) => rows.map(rowNow);

/** Three leads: nothing told of the first, of the second other values, perhaps more. */
function table(): Table {
	const { table: made } = next(undefined, [one, two, three]);
	made.tell(0, { knows: 'nothing' });
	made.tell(1, { knows: 'perhapsMore', values });
	return made;
}

test('moved rows: what was told goes with their records', () => {
	const result = next(table(), [two, three, one]);
	const { table: moved } = result;
	expect(movedTo(result, 0, 1, 2)).toEqual([2, 0, 1]);
	expect(moved.told(0)).toEqual({ knows: 'perhapsMore', values });
	expect(moved.told(2).knows).toBe('nothing');
	expect(untoldRows(moved)).toEqual([0, 2]);
});

test('gone rows come last, with what was told of them, and keep it when they are back', () => {
	const gone = next(table(), [three]);
	expect(movedTo(gone, 0, 1, 2)).toEqual([1, 2, 0]);
	expect(gone.records).toEqual([three]);
	expect([...gone.table.rows.leftOn]).toEqual([0, TODAY, TODAY]);
	expect(gone.table.told(2)).toEqual({ knows: 'perhapsMore', values });
	const back = next(gone.table, [one, two, three], TODAY + 1);
	expect([...back.table.rows.leftOn]).toEqual([0, 0, 0]);
	expect([back.table.told(0).knows, back.table.told(1)]).toEqual([
		'nothing',
		{ knows: 'perhapsMore', values },
	]);
});

test('the day a record has left stays, and after 30 days it is forgotten', () => {
	const gone = next(table(), [three]);
	const later = next(gone.table, [three], TODAY + 30);
	expect([...later.table.rows.leftOn]).toEqual([0, TODAY, TODAY]);
	expect(later.forgotten).toBe(0);
	const forgotten = next(later.table, [three], TODAY + 31);
	expect(movedTo(forgotten, 0, 1, 2)).toEqual([0, undefined, undefined]);
	expect(forgotten.forgotten).toBe(2);
	expect(storeTable(forgotten.table).count).toBe(1);
});

test('a forgotten record of which the workflow was told is not given up', () => {
	const { table: told } = next(next(undefined, [one, two]).table, [two]);
	expect(next(told, [two], TODAY + 31).forgotten).toBe(0);
});

test('the told values of an edited record stay', () => {
	const { table: known } = next(undefined, [one]);
	const { table: edited } = next(known, [{ ...one, phone: '+1' }]);
	expect(edited.told(0)).toEqual({ knows: 'values', values: known.listed(0) });
	expect(edited.listed(0)).not.toEqual(known.listed(0));
	const { table: back } = next(edited, [one]);
	expect(back.isDone(0)).toBe(true);
});

test('a record that is listed twice has one row', () => {
	const { table: known, records } = next(next(undefined, [one]).table, [one, one, two]);
	expect(records).toEqual([one, two]);
	expect(storeTable(known).count).toBe(2);
});

test('an ignored change of undocumented fields does not take back one that is due', () => {
	const listed = (readAt: string, note?: string) =>
		[one, two, three].map((each, row) => ({ ...each, readAt, ...(row === 0 && { note }) }));
	const { table: first } = next(undefined, listed('8:00'));
	const edited = next(first, listed('8:00', 'Call back'));
	expect(untoldRows(edited.table)).toEqual([0]);
	const { table: last, ignored, due } = next(edited.table, listed('9:00', 'Call back'));
	expect(ignored).toContain('readAt');
	expect(untoldRows(last)).toEqual([0]);
	expect(due.map(({ row }) => row)).toEqual([0]);
});
