/** The output for an AI model that uses the node as a tool, through an AI agent or an MCP client. */

import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../model/operation';
import { count, inList, sentence, sentences } from '../../texts/words';
import { markedRecords } from '../marks';
import { fitted, type Fitted } from './shorten';

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
	const fit = fitted(marked, TOOL_CAP.bytes - NOTE_BYTES, isSimplified);
	const { shown, tooLarge, noRoom } = fit;
	const leftOut = { tooLarge, noRoom, beyond: found - first.length };
	const lacking = [
		fit.isCut && aboutCuts(fit),
		shown.length < found && aboutLeftOut(operation, leftOut, first.length < TOOL_CAP.items),
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

const aboutCuts = ({ isCutBySimplify }: Fitted): string =>
	`Some texts are cut${isCutBySimplify ? ', also because Simplify is on' : ''}.`;

/** The records that are found and not shown, by the reason. */
interface LeftOut extends Pick<Fitted, 'tooLarge' | 'noRoom'> {
	/** Number of those after the Limit, or after the maximum number of a tool. */
	beyond: number;
}

/** How many records are left out, and how to get them. @param canHaveMore whether a tool could show more by number */
function aboutLeftOut(
	{ effect, filters }: AskedOperation,
	{ tooLarge, noRoom, beyond }: LeftOut,
	canHaveMore: boolean,
): string {
	const many = tooLarge.length + noRoom + beyond;
	const howMany = `${many} ${many === 1 ? 'is' : 'are'} left out, so do not count or conclude from these alone.`;
	if (effect !== 'read')
		return sentences(
			howMany,
			'The request was processed, so do not call the tool again for the rest.',
		);
	return sentences(
		howMany,
		tooLarge.length > 0 && aboutTooLarge(tooLarge),
		noRoom + beyond > 0 && howToAsk(filters.length > 0, canHaveMore && noRoom === 0),
	);
}

/** Which records are too large, and how to get them. */
function aboutTooLarge(positions: number[]): string {
	const names = `record${positions.length === 1 ? '' : 's'} ${inList(positions.map(String))}`;
	return `Too large for a tool: ${names}. Tell the user: Without an AI model, the node returns all records.`;
}

/** How to ask for records that are not too large. */
function howToAsk(hasFilters: boolean, helpsLimit: boolean): string {
	const ways = [...(hasFilters ? ['filters'] : []), ...(helpsLimit ? ['a higher Limit'] : [])];
	return ways.length > 0
		? `Ask again with ${ways.join(' or ')}, if this tool lets you, to get the records that matter.`
		: 'Asking again returns the same result.';
}
