/** The output for an AI model that uses the node as a tool, through an AI agent or an MCP client. */

import type { IDataObject } from 'n8n-workflow';

import { sentences } from '../../texts/words';
import { markedRecords } from '../marks';
import { fitted } from './fitted';
import { toolNote, type Shown } from './toolNote';

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
	operation: Shown['operation'],
	output: Pick<Shown, 'found' | 'isSimplified' | 'warnings'>,
): IDataObject[] {
	const first = records.slice(0, TOOL_CAP.items);
	const { marked, about } = markedRecords(first);
	const room = TOOL_CAP.bytes - NOTE_BYTES;
	const fit = fitted(marked, room, output.isSimplified);
	const isMost = first.length === TOOL_CAP.items;
	const note = toolNote({ ...output, ...fit, operation, isMost });
	return [{ note: sentences(note, fit.shown.length > 0 && about) }, ...fit.shown];
}
