/** What the note before the records of a tool says: all sentences about what a model gets of what was found, and what it does not. */

import type { Operation } from '../../model/operation';
import type { Fitted } from './fitted';
import { count, inChoice, inList, sentence, sentences } from '../../texts/words';

/** What a model gets of what was found. */
export interface Shown extends Fitted {
	operation: Pick<Operation, 'effect' | 'filters' | 'simplify'>;
	/** Number of records found. */
	found: number;
	/** Whether the records are simplified, which leaves out long texts. */
	isSimplified: boolean;
	/** Whether the tool shows no more records, however small. */
	isMost: boolean;
	/** In words. Of records that could not be read, or that did not match. */
	warnings: string[];
}

/** How much of what was found is shown, and what is lacking. */
export function toolNote(output: Shown): string {
	const { found, isCut, warnings } = output;
	const shown = output.shown.length;
	const lacking = [
		...(isCut ? [aboutCuts(output)] : []),
		...(shown < found ? [aboutLeftOut(output)] : []),
		...warnings.map(sentence),
	];
	if (found === 0)
		return sentences(
			'Nothing was found.',
			...(lacking.length > 0 ? lacking : ['The list is empty.']),
		);
	const howMany = `Shows ${shown} of ${count(found, 'record')}`;
	return lacking.length > 0
		? sentences(`${howMany}.`, ...lacking)
		: `${howMany}, so this is the full result.`;
}

const aboutCuts = ({ isSimplified }: Shown): string =>
	sentences('Some texts are cut.', isSimplified && 'Simplify leaves out long texts.');

/** How many records are left out, why, and how to get them. */
function aboutLeftOut(output: Shown): string {
	const { found, shown, operation, tooLarge } = output;
	const many = found - shown.length;
	const howMany = `${many} ${many === 1 ? 'is' : 'are'} left out, so do not count or conclude from these alone.`;
	if (operation.effect !== 'read')
		return sentences(
			howMany,
			'The request was processed, so do not call the tool again for the rest.',
		);
	return sentences(
		howMany,
		tooLarge.length > 0 && aboutTooLarge(output),
		many > tooLarge.length && howToAsk(output),
	);
}

function aboutTooLarge({ tooLarge }: Shown): string {
	const names = `record${tooLarge.length === 1 ? '' : 's'} ${inList(tooLarge.map(String))}`;
	return `Too large for a tool: ${names}. Tell the user: Without an AI model, the node returns all records.`;
}

/** With what a model can ask again, and when it gets other records by that. */
const ways: Array<{ name: string; helps(shown: Shown): boolean }> = [
	{ name: 'filters', helps: ({ operation }) => operation.filters.length > 0 },
	{ name: 'a higher Limit', helps: ({ noRoom, isMost }) => noRoom === 0 && !isMost },
	{
		name: 'Simplify turned on',
		helps: ({ noRoom, operation, isSimplified }) =>
			noRoom > 0 && operation.simplify !== undefined && !isSimplified,
	},
];

function howToAsk(output: Shown): string {
	const names = ways.filter(({ helps }) => helps(output)).map(({ name }) => name);
	return names.length > 0
		? `Ask again with ${inChoice(names)}, if this tool lets you, to get the records that matter.`
		: 'Asking again returns the same result.';
}
