/** The output for an AI model that uses the node as a tool, through an AI agent or an MCP client. */

import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../model/operation';
import { count, sentence, sentences } from '../../texts/words';
import { markedRecords } from '../marks';
import { capItems } from './shorten';

/** Maximum output of a tool as JSON, because n8n passes all of it to the model: about 5,000 tokens of its own. */
export const TOOL_CAP = { items: 50, bytes: 20_000 };

/** Room for the note, bytes. */
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
	if (found === 0) return [{ note: nothingFound(warnings) }];
	const { marked, about } = markedRecords(records.slice(0, TOOL_CAP.items));
	const shown = capItems(marked, TOOL_CAP.bytes - NOTE_BYTES, isBrief);
	const note = noteAbout(shown.length, found, [
		shown.some(({ isCut }) => isCut) && aboutCuts(isBrief),
		shown.length < found &&
			sentences(
				aboutMissing(found - shown.length),
				howToGetMissing(operation, isOnlyLimited(records, shown.length)),
			),
		...warnings.map(sentence),
	]);
	return [{ note: sentences(note, about) }, ...shown.map(({ item }) => item)];
}

function nothingFound(warnings: string[]): string {
	const why = warnings.length > 0 ? warnings : ['The list is empty'];
	return sentences('Nothing was found.', ...why.map(sentence));
}

/** How much of what was found is shown. @param lacking sentences about what is not shown */
function noteAbout(shown: number, found: number, lacking: Array<string | false>): string {
	const how = `Shows ${shown} of ${count(found, 'record')}`;
	return lacking.some(Boolean)
		? sentences(`${how}.`, ...lacking)
		: `${how}, so this is the full result.`;
}

const aboutMissing = (missing: number): string =>
	`${missing} ${missing === 1 ? 'is' : 'are'} left out, so do not count or conclude from these alone.`;

const aboutCuts = (isBrief: boolean): string =>
	`Some texts are cut${isBrief ? ', also because Simplify is on' : ''}.`;

/** Whether nothing but Limit leaves out records, so that a higher one returns more. */
const isOnlyLimited = (records: IDataObject[], shown: number): boolean =>
	shown === records.length && shown < TOOL_CAP.items;

/** @param isOnlyLimited whether a higher Limit returns more */
function howToGetMissing({ effect, filters }: AskedOperation, isOnlyLimited: boolean): string {
	if (effect !== 'read')
		return 'The request was processed, so do not call the tool again for the rest.';
	const ways = [
		...(filters.length > 0 ? ['filters'] : []),
		...(isOnlyLimited ? ['a higher Limit'] : []),
	];
	return ways.length > 0
		? `Ask again with ${ways.join(' or ')}, if this tool lets you, to get the records that matter.`
		: 'Asking again returns the same result.';
}
