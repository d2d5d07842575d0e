/** What the end of an execution changes of its records. */
import type { Asker, Due } from '../table/asker';
import { isSameParts } from '../table/rows';
import type { Table } from '../table/table';
import type { Told } from '../table/told';
import type { Execution } from './executions';
import { fateOfNewer, type Fate } from './fate';
import { toldFrom } from './given';
import type { Verdict } from './verdict';

/** What it changes of one of them. */
export interface Change {
	row: number;
	/** What the workflow counts as told from then on. */
	told: Told;
	/** What it is still due as, if so. */
	due?: Due;
	/** What becomes of it then. */
	fate: Fate;
}

/** @param asker of the last list. Without a list in this process, none is due */
export function changesBy(
	{ records }: Execution,
	{ tells, fate }: Verdict,
	table: Table,
	asker: Asker | undefined,
): Change[] {
	return [...records].map(([row, given]) => {
		const { record, values } = given;
		const told = toldFrom(tells, given, table.told(row));
		const isAsGiven = isSameParts(values, table.listed(row));
		const change = { row, told, fate: isAsGiven ? fate : fateOfNewer(fate) };
		// What is off the list is due once it is back.
		if (!record || !asker) return change;
		try {
			const answer = asker.askAgain({ row, record }, told, table);
			return { ...change, told: answer.told, due: answer.due };
		} catch {
			// A mistake of an event, which the next list reports. The end counts all the same.
			return change;
		}
	});
}
