import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../model/event';
import type { Before } from '../../model/eventSpec';
import type { ReadParameters } from '../../model/parameterTypes';
import type { WatchedList } from '../../model/watchedList';
import { changeOf, correctionOf } from './before';
import { decide, type DecideOptions, type Decision } from './decide';
import { knownAgain, type Known } from './known';
import type { Literals } from './rows';
import type { Table } from './table';
import type { Told } from './told';

/** A record of which the workflow has to be told. */
export interface Due {
	/** Its row in the table. */
	row: number;
	/** As the list has it. */
	record: IDataObject;
	/** What the event returns it as. */
	item: IDataObject;
	/** Whether it was open before. */
	wasOpen: boolean;
	/** Names of the fields that have changed, or can have, since the workflow was told. Undefined for a new record. */
	changed?: string[];
}

/** A record of a list, and its place in the new table. */
export type Listed = Pick<Due, 'row' | 'record'> & {
	/** That of its key. */
	suffix: number;
};

/** The answer about a record. */
export interface Answer {
	outcome: Decision['outcome'];
	/** What the workflow counts as told of it from now on. */
	told: Told;
	/** If it is due. */
	due?: Due;
}

/** The record as the events of its list return it. */
export const eventRecord = ({ withKey }: WatchedList, record: IDataObject, suffix: number) =>
	withKey?.(record, suffix) ?? record;

/** Asks the event about the records of one list, and again about one of them when the end of an execution has told something. */
export class Asker {
	constructor(
		private readonly event: TriggerEvent,
		private readonly parameters: ReadParameters,
		private readonly literals: Literals,
	) {}

	ask(listed: Listed, known: Known, how: Omit<DecideOptions, 'isAlert'>): Answer {
		const { list, emit } = this.event;
		const { row, record, suffix } = listed;
		const isAlert = list.alerts === true;
		const was = known.told.knows === 'nothing' ? known.listed : known.told.values;
		const decision = decide(
			known,
			{
				change: changeOf(list, record, was, known.listed, this.literals),
				correction: () => correctionOf(list, record),
				emit: (before?: Before) => emit(eventRecord(list, record, suffix), before, this.parameters),
			},
			{ ...how, isAlert },
		);
		const { outcome, told } = decision;
		if (decision.outcome !== 'due') return { outcome, told };
		const { item, changed } = decision;
		return { outcome, told, due: { row, record, item, changed, wasOpen: known.wasOpen } };
	}

	/** As if the same list was compared once more. @param told what the workflow counts as told by now */
	askAgain({ row, record }: Pick<Due, 'row' | 'record'>, told: Told, table: Table): Answer {
		const suffix = table.rows.suffixes[row];
		const known = knownAgain(table, row, told);
		return this.ask({ row, record, suffix }, known, { isOtherScope: false });
	}
}
