/** The output for an AI model that uses the node as a tool, through an AI agent or an MCP client. */

import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../model/operation';
import { count, inList, sentence, sentences } from '../../texts/words';
import { markedRecords } from '../marks';
import { capItems } from './shorten';

/** Maximum output of a tool as JSON, because n8n passes all of it to the model: about 5,000 tokens of its own. */
export const TOOL_CAP = { items: 50, bytes: 20_000 };

/** Room for the note, bytes. The longest one names all but one of the records as too large. */
const NOTE_BYTES = 1000;

/** What decides how to ask for the rest. */
type AskedOperation = Pick<Operation, 'effect' | 'filters'>;

/** The records that are not shown: too large, without room beside those shown, or beyond Limit. */
interface LeftOut {
	count: number;
	/** The positions of those that a tool never shows, counted from 1. */
	tooLarge: number[];
	/** Whether there is no room for more, so that a higher Limit does not help. */
	isFull: boolean;
}

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
	const { marked, about } = markedRecords(records.slice(0, TOOL_CAP.items));
	const { shown, isCut, tooLarge, isFull } = capItems(marked, TOOL_CAP.bytes - NOTE_BYTES, isBrief);
	const leftOut: LeftOut = {
		count: found - shown.length,
		tooLarge,
		isFull: isFull || records.length >= TOOL_CAP.items,
	};
	const lacking = [
		isCut && aboutCuts(isBrief),
		leftOut.count > 0 && aboutLeftOut(operation, leftOut),
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

const aboutCuts = (isBrief: boolean): string =>
	`Some texts are cut${isBrief ? ', also because Simplify is on' : ''}.`;

/** How many records are left out, and how to get them. */
function aboutLeftOut({ effect, filters }: AskedOperation, leftOut: LeftOut): string {
	const { count: many, tooLarge, isFull } = leftOut;
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

/** How to ask for records that are not too large. */
function howToAsk(hasFilters: boolean, isFull: boolean): string {
	const ways = [...(hasFilters ? ['filters'] : []), ...(isFull ? [] : ['a higher Limit'])];
	return ways.length > 0
		? `Ask again with ${ways.join(' or ')}, if this tool lets you, to get the records that matter.`
		: 'Asking again returns the same result.';
}
