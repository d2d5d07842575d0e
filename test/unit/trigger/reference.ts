import type { IDataObject } from 'n8n-workflow';

/** The remembered state of one lead, without hashes. */
interface Known {
	identity: string;
	record: IDataObject;
	number: number;
	/** The day on which it left the list. Undefined while it is on it. */
	left?: number;
}

/** A change of a lead, according to the reference. */
export interface Seen {
	record: IDataObject;
	changed: string[] | undefined;
	number: number;
	previousStatus: unknown;
}

const named = ['firstName', 'lastName', 'email', 'phone', 'status'];
const contacts = ['email', 'phone'];
const other = 'company';
const names = [...named, other];
const text = (record: IDataObject, fields: string[]) =>
	JSON.stringify(fields.map((name) => record[name] ?? ''));
const isEmpty = (record: IDataObject, fields: string[]) => fields.every((name) => !record[name]);

/**
 * A plain implementation of the rule of `trigger/match.ts`, without hashes, columns, or a stored form.
 * For leads with the fields that the API documentation shows, and `company` beside them.
 */
export class Reference {
	private known: Known[] = [];
	/** Whether the last list had a lead with the field that the API documentation does not show. */
	private hadOther = false;

	poll(records: IDataObject[], identityOf: (record: IDataObject) => string, today: number): Seen[] {
		const found = new Map<number, Known>();
		const twins = new Set<number>();
		const pair = (listed: boolean, fields: string[], orEmpty: boolean) => {
			const order = [...records.keys()].sort(
				(left, right) => Number(twins.has(left)) - Number(twins.has(right)),
			);
			for (const index of order) {
				const record = records[index];
				if (found.has(index) || (!orEmpty && isEmpty(record, fields))) continue;
				if (twins.has(index) && !listed) continue;
				const taken = new Set(found.values());
				const match = this.known.find(
					(entry) =>
						(entry.left === undefined) === listed &&
						!taken.has(entry) &&
						entry.identity === identityOf(record) &&
						text(entry.record, fields) === text(record, fields),
				);
				if (match) found.set(index, match);
			}
		};
		const says = (record: IDataObject) => `${identityOf(record)} ${text(record, names)}`;
		// At the same place, from the start or from the end. It only matters for equal leads.
		const listed = this.known.filter(({ left }) => left === undefined);
		for (const shift of [0, listed.length - records.length]) {
			records.forEach((record, index) => {
				const entry = listed[index + shift] as Known | undefined;
				if (!entry || found.has(index) || [...found.values()].includes(entry)) return;
				if (says(entry.record) === says(record)) found.set(index, entry);
			});
		}
		for (const isListed of [true, false]) pair(isListed, names, true);
		records.forEach((record, index) => {
			const isSame = (one: IDataObject, at: number) =>
				says(one) === says(record) && (found.has(at) || at < index);
			if (!found.has(index) && records.some(isSame)) twins.add(index);
		});
		for (const isListed of [true, false]) pair(isListed, contacts, false);
		for (const contact of contacts) pair(true, [contact], false);
		pair(true, [], true);

		const last = (identity: string) =>
			Math.max(0, ...this.known.filter((e) => e.identity === identity).map(({ number }) => number));
		const before = this.known;
		const { hadOther } = this;
		const now: Known[] = [];
		const seen = records.flatMap((record, index): Seen[] => {
			const match = found.get(index);
			if (!match && twins.has(index)) return [];
			const identity = identityOf(record);
			const number = match?.number ?? last(identity) + 1;
			const entry = { identity, record, number };
			now.push(entry);
			if (!match) {
				this.known = [...this.known, entry];
				return [{ record, changed: undefined, number, previousStatus: undefined }];
			}
			const changed = names
				.filter((name) => text(match.record, [name]) !== text(record, [name]))
				// A field that is on neither list has no name any more.
				.map((name) => (name !== other || other in record || hadOther ? name : 'others'));
			const previousStatus = match.record.status ?? '';
			return changed.length > 0 ? [{ record, changed, number, previousStatus }] : [];
		});
		this.hadOther = records.some((record) => record[other]);
		const back = new Set(found.values());
		const gone = before
			.filter((entry) => !back.has(entry))
			.map((entry) => ({ ...entry, left: entry.left ?? today }))
			.filter(({ left }) => left > today - 30);
		this.known = [...now, ...gone];
		return seen;
	}
}
