/** The output for an AI model that uses the node as a tool, through an AI agent or an MCP client. */

import type { IDataObject } from 'n8n-workflow';

import type { Effect, Operation } from '../../model/operation';
import { count, inChoice, inList, sentence, sentences } from '../../texts/words';
import { markedRecords } from '../marks';
import { fitted } from './fitted';

/** Maximum output of a tool as JSON, because n8n passes all of it to the model: about 5,000 tokens of its own. */
export const TOOL_CAP = { items: 50, bytes: 20_000 };

/** Room for the note, bytes. The longest one names all but one of the records as too large. */
const NOTE_BYTES = 1000;

/** What decides how to ask for the rest. */
type AskedOperation = Pick<Operation, 'effect' | 'filters' | 'simplify'>;

/** What decides about the output of a tool. */
interface ToolOutput {
	/** Number of records found. */
	found: number;
	/** Whether the records are simplified, so long texts are left out too, such as the content of an article. */
	isSimplified: boolean;
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
	{ found, isSimplified, warnings }: ToolOutput,
): IDataObject[] {
	const first = records.slice(0, TOOL_CAP.items);
	const { marked, about } = markedRecords(first);
	const { shown, isCut, tooLarge, noRoom } = fitted(
		marked,
		TOOL_CAP.bytes - NOTE_BYTES,
		isSimplified,
	);
	const { effect, filters, simplify } = operation;
	const ways = [
		...(filters.length > 0 ? ['filters'] : []),
		...(noRoom === 0 && first.length < TOOL_CAP.items ? ['a higher Limit'] : []),
		...(noRoom > 0 && simplify && !isSimplified ? ['Simplify turned on'] : []),
	];
	const leftOut = { many: found - shown.length, tooLarge, ways };
	const lacking = [
		isCut && sentences('Some texts are cut.', isSimplified && 'Simplify leaves out long texts.'),
		leftOut.many > 0 && leftOutInWords(leftOut, effect),
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

/** The records that are found and not shown. */
interface LeftOut {
	/** Number of all of them. */
	many: number;
	/** Those that are too large for a tool, as positions counted from 1. */
	tooLarge: number[];
	/** How a model can ask for the others. Empty if it would get the same ones again. */
	ways: string[];
}

/** How many records are left out, why, and how to get them. */
function leftOutInWords({ many, tooLarge, ways }: LeftOut, effect: Effect): string {
	const howMany = `${many} ${many === 1 ? 'is' : 'are'} left out, so do not count or conclude from these alone.`;
	if (effect !== 'read')
		return sentences(
			howMany,
			'The request was processed, so do not call the tool again for the rest.',
		);
	const names = `record${tooLarge.length === 1 ? '' : 's'} ${inList(tooLarge.map(String))}`;
	const howToAsk =
		ways.length > 0
			? `Ask again with ${inChoice(ways)}, if this tool lets you, to get the records that matter.`
			: 'Asking again returns the same result.';
	return sentences(
		howMany,
		tooLarge.length > 0 &&
			`Too large for a tool: ${names}. Tell the user: Without an AI model, the node returns all records.`,
		many > tooLarge.length && howToAsk,
	);
}
