import type { IDataObject } from 'n8n-workflow';

import type { WatchedList } from '../../model/watchedList';
import { hashOf, murmur } from '../../records/hash';
import { textOf } from '../../records/record';
import { emptyRows, type Literals, type Rows } from './rows';
import type { Table } from './table';

/** Keeps the hash of the identity independent of a part with the same text. */
const IDENTITY_SEED = 1;

/** Maximum number of texts to remember. A balance has another one at each read. */
const MAX_LITERALS = 250;
/** Maximum length of one, so that n8n does not store long ones. */
const MAX_LENGTH = 60;

/**
 * Encodes the records as rows, without their suffixes. Current literals come first, then those that the workflow was told. Others
 * are still compared by hash.
 * @param last what the workflow was told, with the list that was read last
 */
export function encode(
	list: WatchedList,
	records: IDataObject[],
	last: Table,
): { rows: Rows; literals: Literals } {
	const rows = emptyRows(list, records.length);
	const literals = new Map<number, string>();
	records.forEach((record, row) => {
		rows.identities[row] = murmur(list.identity(record), IDENTITY_SEED);
		list.parts.forEach(({ name, text, isLiteral }, part) => {
			const value = text ? text(record) : textOf(record[name]);
			const hash = hashOf(value);
			rows.parts[part][row] = hash;
			if (isLiteral && value.length <= MAX_LENGTH) literals.set(hash, value);
		});
	});
	const toldHashes = new Set(
		[...last.open.values()].flatMap(({ told }) => (told.knows === 'nothing' ? [] : told.values)),
	);
	const told = [...last.literals].filter(([hash]) => toldHashes.has(hash));
	const all = new Map([...literals, ...told, ...last.literals]);
	return { rows, literals: new Map([...all].slice(0, MAX_LITERALS)) };
}
