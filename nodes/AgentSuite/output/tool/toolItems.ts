/** The output for an AI model that uses the node as a tool, through an AI agent or an MCP client. */

import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../model/operation';
import { count, inList, sentence, sentences } from '../../texts/words';
import { markedRecords } from '../marks';
import { capItems, type Capped } from './shorten';

/** Maximum output of a tool as JSON, because n8n passes all of it to the model: about 5,000 tokens of its own. */
export const TOOL_CAP = { items: 50, bytes: 20_000 };

/** Room for the note, bytes. The longest one names all but one of the records as too large. */
const NOTE_BYTES = 1000;

/** What decides how to ask for the rest. */
type AskedOperation = Pick<Operation, 'effect' | 'filters'>;

/** What decides about the output of a tool. */
interface ToolOutput {
	/** Number of records found. */
	found: number;
	/** Whether the records are simplified, so long texts are left out too, such as the content of an article. */
	isBrief: boolean;
	/** In words. Of records that could not be read, or that did not match. */
	warnings: string[];
}

/**
 * The output for a model: a note with the number of records, then those that fit, each between marks.
 * @param records those found, up to Limit
 */
export function toolItems(
	records: IDataObject[],
	operation: AskedOperation,
	{ found, isBrief, warnings }: ToolOutput,
): IDataObject[] {
	const { marked, about } = markedRecords(records);
	const room = { ...TOOL_CAP, bytes: TOOL_CAP.bytes - NOTE_BYTES };
	const capped = capItems(marked, room, isBrief);
	const { shown } = capped;
	const leftOut = found - shown.length;
	const lacking = [
		capped.isCut && aboutCuts(capped),
		leftOut > 0 && aboutLeftOut(operation, leftOut, capped),
		...warnings.map(sentence),
	].filter((text) => text !== false);
	const note = sentences(noteAbout(shown.length, found, lacking), shown.length > 0 && about);
	return [{ note }, ...shown];
}

/** How much of what was found is shown. @param lacking sentences about what is not shown */
function noteAbout(shown: number, found: number, lacking: string[]): string {
	if (found === 0)
		return sentences(
			'Nothing was found.',
			...(lacking.length > 0 ? lacking : ['The list is empty.']),
		);
	const how = `Shows ${shown} of ${count(found, 'record')}`;
	return lacking.length > 0
		? sentences(`${how}.`, ...lacking)
		: `${how}, so this is the full result.`;
}

const aboutCuts = ({ isSimplified }: Capped): string =>
	`Some texts are cut${isSimplified ? ', also because Simplify is on' : ''}.`;

/**
 * How many records are left out, and how to get them.
 * @param many those that are too large, without room beside those shown, or beyond Limit
 */
function aboutLeftOut(
	{ effect, filters }: AskedOperation,
	many: number,
	{ tooLarge, isFull }: Capped,
): string {
	const howMany = `${many} ${many === 1 ? 'is' : 'are'} left out, so do not count or conclude from these alone.`;
	if (effect !== 'read')
		return sentences(
			howMany,
			'The request was processed, so do not call the tool again for the rest.',
		);
	return sentences(
		howMany,
		tooLarge.length > 0 && aboutTooLarge(tooLarge),
		many > tooLarge.length && howToAsk(filters.length > 0, isFull),
	);
}

/** Which records are too large, and how to get them. */
function aboutTooLarge(positions: number[]): string {
	const names = `record${positions.length === 1 ? '' : 's'} ${inList(positions.map(String))}`;
	return `Too large for a tool: ${names}. Tell the user: Without an AI model, the node returns all records.`;
}

/** How to ask for records that are not too large. @param isFull whether a higher Limit does not help */
function howToAsk(hasFilters: boolean, isFull: boolean): string {
	const ways = [...(hasFilters ? ['filters'] : []), ...(isFull ? [] : ['a higher Limit'])];
	return ways.length > 0
		? `Ask again with ${ways.join(' or ')}, if this tool lets you, to get the records that matter.`
		: 'Asking again returns the same result.';
}
