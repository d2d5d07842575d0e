/** What an error says to who reads it: a person in n8n, or the AI model that has called the node as a tool. */

import type { Problem } from '../model/problem';
import { sentence, sentences } from '../texts/words';

/** Characters of the first line of an error. n8n shows more of them as a wall of red text. */
const MAX_LINE = 120;

/** The input item of a failure. */
export interface FailedItem {
	/** Counted from 0, as in n8n. */
	index: number;
	audience: 'person' | 'model';
}

/** The message, and the description below it. */
interface ErrorTexts {
	message: string;
	description: string;
}

/** For an item with the error: what the service says is in the first line, however long it is. @param item undefined for a poll or the editor, where a person reads it */
export const errorTexts = (problem: Problem, item?: FailedItem): ErrorTexts =>
	item?.audience === 'model' ? textsForModel(problem) : textsForPerson(problem, item?.index);

/** For n8n's error, which a person reads: what the service says is below the first line if that would be too long. */
export function errorTextsInLines(problem: Problem, item?: FailedItem): ErrorTexts {
	const { detail, description } = problem;
	const texts = errorTexts(problem, item);
	if (!detail || texts.message.length <= MAX_LINE || item?.audience === 'model') return texts;
	const withoutDetail = problem.with({
		detail: undefined,
		description: sentences(sentence(detail), description),
	});
	return errorTexts(withoutDetail, item);
}

/** n8n passes a model only the message. A person who looks at the execution of a tool reads both. */
function textsForModel(problem: Problem): ErrorTexts {
	const { message, description, forModel } = problem;
	// A model cannot change the node or the credential, but it can tell the user.
	const next = forModel ?? (description && `Tell the user: ${description}`);
	const cost = costOf(problem);
	return {
		message: sentences(sentence(message), next, cost),
		description: sentences(description, cost),
	};
}

/** @param itemIndex absent for a poll and the editor */
function textsForPerson(problem: Problem, itemIndex?: number): ErrorTexts {
	// The item as n8n names it.
	const place = itemIndex === undefined ? '' : ` [item ${itemIndex}]`;
	return {
		message: `${problem.message}${place}`,
		description: sentences(problem.description, costOf(problem, itemIndex)),
	};
}

/** What a refused value has cost. Empty for any other Problem. @param itemIndex other items can have spent tokens */
const costOf = ({ parameter }: Problem, itemIndex?: number) =>
	parameter !== undefined &&
	(itemIndex === undefined ? 'No tokens were spent.' : 'No tokens were spent for this item.');
