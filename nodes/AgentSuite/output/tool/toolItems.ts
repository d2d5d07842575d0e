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
type Asked = Pick<Operation, 'effect' | 'filters'>;

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
	operation: Asked,
	{ found, isBrief, warnings }: ToolOutput,
): IDataObject[] {
	const warned = warnings.map(sentence);
	if (found === 0) {
		const why = warned.length > 0 ? warned : ['The list is empty.'];
		return [{ note: sentences('Nothing was found.', ...why) }];
	}
	const { marked, about } = markedRecords(records.slice(0, TOOL_CAP.items));
	const { items, isCut } = capItems(marked, TOOL_CAP.bytes - NOTE_BYTES, isBrief);
	const missing = found - items.length;
	// A higher limit only returns more if all that it lets through have room.
	const hasRoom = items.length === records.length && records.length < TOOL_CAP.items;
	const lacking = [
		isCut && `Some texts are cut${isBrief ? ', also because Simplify is on' : ''}.`,
		missing > 0 && aboutMissing(missing, operation, hasRoom),
		...warned,
	].filter((text) => text !== false);
	const shown = `Shows ${items.length} of ${count(found, 'record')}`;
	const whole = lacking.length === 0 ? `${shown}, so this is the full result.` : `${shown}.`;
	return [{ note: sentences(whole, ...lacking, about) }, ...items];
}

/** What a model can conclude and do if records are left out. @param hasRoom whether a higher limit returns more */
const aboutMissing = (missing: number, operation: Asked, hasRoom: boolean): string =>
	sentences(
		`${missing} ${missing === 1 ? 'is' : 'are'} left out, so do not count or conclude from these alone.`,
		howToGetMissing(operation, hasRoom),
	);

function howToGetMissing({ effect, filters }: Asked, hasRoom: boolean): string {
	if (effect !== 'read')
		return 'The request was processed, so do not call the tool again for the rest.';
	const ways = [...(filters.length > 0 ? ['filters'] : []), ...(hasRoom ? ['a higher Limit'] : [])];
	return ways.length > 0
		? `Ask again with ${ways.join(' or ')}, if this tool lets you, to get the records that matter.`
		: 'Asking again returns the same result.';
}
