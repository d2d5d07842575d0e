/** The output for an AI model that uses the node as a tool, through an AI agent or an MCP client. */

import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../model/operation';
import { sentences } from '../../texts/words';
import { markedRecords } from '../marks';
import { fitted } from './fitted';
import { toolNote, type Shown, type Way } from './toolNote';

/** Maximum output of a tool as JSON, because n8n passes all of it to the model: about 5,000 tokens of its own. */
export const TOOL_CAP = { items: 50, bytes: 20_000 };

/** Room for the note, bytes. The longest one names all but one of the records as too large. */
const NOTE_BYTES = 1000;

/**
 * The output for a model: a note with the number of records, then those that fit, each between marks.
 * @param records those found, up to Limit
 */
export function toolItems(
	records: IDataObject[],
	{ effect, filters, simplify }: Pick<Operation, 'effect' | 'filters' | 'simplify'>,
	{ found, isSimplified, warnings }: Pick<Shown, 'found' | 'isSimplified' | 'warnings'>,
): IDataObject[] {
	const first = records.slice(0, TOOL_CAP.items);
	const { marked, about } = markedRecords(first);
	const room = TOOL_CAP.bytes - NOTE_BYTES;
	const { shown, isCut, tooLarge, noRoom } = fitted(marked, room, isSimplified);
	const ways: Way[] = [];
	if (filters.length > 0) ways.push('filters');
	if (noRoom === 0 && first.length < TOOL_CAP.items) ways.push('limit');
	if (noRoom > 0 && simplify && !isSimplified) ways.push('simplify');
	const note = toolNote({
		found,
		shown: shown.length,
		isCut,
		isSimplified,
		tooLarge,
		ways,
		effect,
		warnings,
	});
	return [{ note: sentences(note, shown.length > 0 && about) }, ...shown];
}
