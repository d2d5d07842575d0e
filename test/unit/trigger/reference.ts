import type { IDataObject } from 'n8n-workflow';

/** What is remembered of one lead: all of it. */
interface Known {
	identity: string;
	record: IDataObject;
	number: number;
	/** Whether it was on the last list. */
	listed: boolean;
}

/** A lead as the reference sees it change. */
export interface Seen {
	record: IDataObject;
	changed: string[] | undefined;
	number: number;
}

const names = ['firstName', 'lastName', 'email', 'phone', 'status'];
const contacts = ['email', 'phone'];
const text = (record: IDataObject, fields: string[]) =>
	JSON.stringify(fields.map((name) => record[name] ?? ''));
const isEmpty = (record: IDataObject, fields: string[]) => fields.every((name) => !record[name]);

/**
 * The rule of `trigger/match.ts` once more, as plainly as it can be said: no hashes, no columns, no stored form.
 * For leads with the fields that the interface shows, none of them listed twice.
 */
export class Reference {
	private known: Known[] = [];

	poll(records: IDataObject[], identityOf: (record: IDataObject) => string): Seen[] {
		const found = new Map<number, Known>();
		const open = () => records.flatMap((_record, index) => (found.has(index) ? [] : [index]));
		const pair = (listed: boolean, fields: string[], orEmpty: boolean) => {
			for (const index of open()) {
				const record = records[index];
				if (!orEmpty && isEmpty(record, fields)) continue;
				const taken = new Set(found.values());
				const match = this.known.find(
					(entry) =>
						entry.listed === listed &&
						!taken.has(entry) &&
						entry.identity === identityOf(record) &&
						text(entry.record, fields) === text(record, fields),
				);
				if (match) found.set(index, match);
			}
		};
		for (const listed of [true, false]) pair(listed, names, true);
		for (const listed of [true, false]) pair(listed, contacts, false);
		for (const contact of contacts) pair(true, [contact], false);
		pair(true, [], true);

		const before = this.known;
		const last = (identity: string) =>
			Math.max(0, ...this.known.filter((e) => e.identity === identity).map(({ number }) => number));
		const now = new Map<number, Known>();
		const seen = records.flatMap((record, index): Seen[] => {
			const match = found.get(index);
			const identity = identityOf(record);
			const number = match?.number ?? last(identity) + 1;
			const entry = { identity, record, number, listed: true };
			now.set(index, entry);
			if (!match) {
				this.known = [...this.known, entry];
				return [{ record, changed: undefined, number }];
			}
			const changed = names.filter((name) => text(match.record, [name]) !== text(record, [name]));
			return changed.length > 0 ? [{ record, changed, number }] : [];
		});
		const stay = new Set(found.values());
		const gone = [false, true].flatMap((was) =>
			before.filter((entry) => entry.listed === was && !stay.has(entry)),
		);
		const listed = records.map((_record, index) => now.get(index) as Known);
		this.known = [...listed, ...gone.map((entry) => ({ ...entry, listed: false }))];
		return seen;
	}
}
