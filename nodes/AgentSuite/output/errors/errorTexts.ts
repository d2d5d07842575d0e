/** What an error says to who reads it: a person in n8n, or the AI model that has called the node as a tool. */

import type { IDataObject } from 'n8n-workflow';

import type { Audience } from '../../model/audience';
import type { Problem } from '../../model/problem';
import { sentence, sentences } from '../../texts/words';
import { markedDetail } from '../marks';

/** Characters of the first line of an error. n8n shows more of them as a wall of red text. */
const MAX_LINE = 120;

/** The input item of a failure. */
export interface FailedItem {
	/** Counted from 0, as in n8n. */
	index: number;
	audience: Audience;
}

export interface ErrorTexts {
	/** The first line of n8n's error. */
	message: string;
	/** What is below it. */
	description: string;
	/** What a program can go by, and what a person needs to report a request. */
	data: IDataObject;
	/** The fields of an item with the error: only these, so that n8n adds the input fields on the error branch. */
	json: { error: string; details: IDataObject };
}

/** @param item undefined for a poll or the editor, where a person reads it */
export const errorTexts = (problem: Problem, item?: FailedItem): ErrorTexts =>
	item?.audience === 'model'
		? textsForModel(problem, item.index)
		: textsForPerson(problem, item?.index);

/** The detail is in the first line of n8n's error if there is room, and in an item in any case. */
function textsForPerson(problem: Problem, itemIndex?: number): ErrorTexts {
	const { headline, detail = '' } = problem;
	// The item as n8n names it.
	const place = itemIndex === undefined ? '' : ` [item ${itemIndex}]`;
	const error = `${problem.message}${place}`;
	const below = sentences(problem.description, costOf(problem, itemIndex));
	const hasRoom = detail === '' || error.length <= MAX_LINE;
	const data = dataOf(problem, { ...problem.facts });
	return {
		message: hasRoom ? error : `${headline}${place}`,
		description: hasRoom ? below : sentences(sentence(detail), below),
		data,
		json: { error, details: { ...(below && { description: below }), ...data } },
	};
}

/** n8n passes a model only the message, or the item. A person who looks at the execution of a tool reads the description too. */
function textsForModel(problem: Problem, itemIndex: number): ErrorTexts {
	const { headline, detail, description, forModel } = problem;
	// A model cannot change the node or the credential, but it can tell the user.
	const next = forModel ?? (description && `Tell the user: ${description}`);
	const cost = costOf(problem, itemIndex);
	const message = sentences(sentence(headline), detail && markedDetail(detail), next, cost);
	return {
		message,
		description: sentences(description, cost),
		data: dataOf(problem, { ...problem.facts }),
		// Only what others cannot have written: the message has what the service says, between marks.
		json: { error: message, details: dataOf(problem, { tokens: problem.facts?.tokens }) },
	};
}

/** What a refused value has cost. Empty for any other Problem. @param itemIndex other items can have spent tokens */
const costOf = ({ parameter }: Problem, itemIndex?: number) =>
	parameter !== undefined &&
	(itemIndex === undefined ? 'No tokens were spent.' : 'No tokens were spent for this item.');

const dataOf = ({ status, retryAfterMs }: Problem, facts: IDataObject): IDataObject => ({
	...(status !== undefined && { httpCode: status }),
	...(retryAfterMs && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
	...facts,
});
