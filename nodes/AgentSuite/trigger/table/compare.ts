import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../model/event';
import type { ReadParameters } from '../../model/parameterTypes';
import { Asker, type Due } from './asker';
import type { ReturnAll } from './decide';
import { encode } from './encode';
import { follow, type Followed, type Moves } from './follow';
import { goneFrom, type Gone } from './gone';
import { isDoneAsBefore, knownOf } from './known';
import { match } from './match';
import { countOf } from './rows';
import { addSuffixes } from './suffixes';
import { Table, type Open } from './table';

/** What a list is compared with. */
export interface Earlier {
	/** Undefined at the first list. */
	table?: Table;
	returnAll?: ReturnAll;
	/** Whether the event or its filters have changed, so that nothing waits until it matches the event. */
	isOtherScope: boolean;
}

export interface Comparison
	extends Moves, Pick<Followed, 'records' | 'ignored'>, Pick<Gone, 'forgotten'> {
	/** What the workflow was told of each record of the list, and of those that have left it. */
	table: Table;
	/** Oldest first. */
	due: Due[];
	asker: Asker;
	/**
	 * Number of records that are not due any more, because the event or its filters have changed. Also of those in an execution,
	 * which can still succeed.
	 */
	dropped: number;
}

/**
 * Compares a list with what the workflow was told, and asks the event about each record. Pure: the result depends only on the
 * arguments, which stay as they are.
 * @param parameters of the event
 * @param listed the records of the service
 * @param today days since 1970
 */
export function compare(
	event: TriggerEvent,
	parameters: ReadParameters,
	listed: IDataObject[],
	today: number,
	earlier: Earlier,
): Comparison {
	const { list } = event;
	const { returnAll, isOtherScope } = earlier;
	const last = earlier.table ?? Table.empty(list);
	const ordered = list.newestFirst ? [...listed].reverse() : listed;
	const { rows: encoded, literals } = encode(list, ordered, last);
	const matched = match(list, encoded, last.rows);
	addSuffixes(list, ordered, encoded, last.rows, matched);
	const gone = goneFrom(last, matched, today, isOtherScope);
	const listedRows = { rows: encoded, records: ordered };
	const followed = follow(list, listedRows, last.rows, matched, gone.kept, today);
	const { rows, records, rowNow, upToDate, ignored } = followed;
	// At a first list, nothing tells which records are new.
	const isNewTold = earlier.table === undefined && returnAll === undefined;

	const asker = new Asker(event, parameters, literals);
	const due: Due[] = [];
	/** What is done leaves it (`Table`). */
	const open: Array<[number, Open]> = [];
	let { dropped } = gone;
	for (let row = 0; row < records.length; row++) {
		if (isDoneAsBefore(followed, last, row) && !returnAll) continue;
		const known = knownOf(followed, last, row, isNewTold);
		const listedRecord = { row, record: records[row], suffix: rows.suffixes[row] };
		const answer = asker.ask(listedRecord, known, { returnAll, isOtherScope });
		open.push([row, { told: answer.told, ...known.tries }]);
		if (answer.outcome === 'dropped') dropped += 1;
		if (answer.due) due.push(answer.due);
	}
	// What has left the list stays as it was.
	for (let row = records.length; row < countOf(rows); row++) {
		const { told, tries } = knownOf(followed, last, row, isNewTold);
		open.push([row, { told, ...tries }]);
	}
	const table = new Table(rows, literals, open);
	const { forgotten } = gone;
	return { table, records, due, asker, rowNow, upToDate, dropped, forgotten, ignored };
}
