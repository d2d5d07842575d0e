/** What an error says to who reads it: a person in n8n, or the AI model that has called the node as a tool. */

import type { IDataObject } from 'n8n-workflow';

import type { Audience } from '../../model/audience';
import type { Problem } from '../../model/problem';
import { sentence, sentences } from '../../texts/words';
import { markedDetail } from '../marks';

/** Characters of the first line of an error. n8n shows more of them as a wall of red text. */
const MAX_LINE = 120;

/** Who reads of a failure, and of which item. */
export interface ErrorContext {
	audience: Audience;
	/** Of the failed input item, counted from 0, as in n8n. Undefined in a poll and in the editor. */
	itemIndex?: number;
}

/** What is said of a failure. */
interface ErrorTexts {
	/** Of n8n's error, its first line. n8n passes a model only this. */
	message: string;
	/** What n8n shows below it. A person who looks at the execution of a tool reads it too. */
	description: string;
	/** All fields of an item with the error: only these, so that n8n adds the input fields on the error branch. */
	json: { error: string; details: IDataObject };
	/** What a program can go by, and what a person needs to report a request. */
	data: IDataObject;
}

/** What is said of a failure to who reads of it. */
export function errorTexts(problem: Problem, context: ErrorContext): ErrorTexts {
	const { headline, detail = '', facts } = problem;
	const isForModel = context.audience === 'model';
	const error = isForModel ? textForModel(problem, context) : lineOf(problem.message, context);
	const advice = sentences(problem.description, costOf(problem, context));
	const numbers = numbersOf(problem);
	const data = { ...numbers, ...facts };
	// A model gets only what others cannot have written: the error has what the service says, between marks.
	const details = isForModel
		? { ...numbers, tokens: facts?.tokens }
		: { ...(advice && { description: advice }), ...data };
	const isTooLong = !isForModel && detail !== '' && error.length > MAX_LINE;
	return {
		message: isTooLong ? lineOf(headline, context) : error,
		description: isTooLong ? sentences(sentence(detail), advice) : advice,
		json: { error, details },
		data,
	};
}

/** With the item as n8n names it. */
const lineOf = (text: string, { itemIndex }: ErrorContext) =>
	itemIndex === undefined ? text : `${text} [item ${itemIndex}]`;

/** All that a model is told. */
function textForModel(problem: Problem, context: ErrorContext): string {
	const { headline, detail, description, forModel } = problem;
	// A model cannot change the node or the credential, but it can tell the user.
	const next = forModel ?? (description && `Tell the user: ${description}`);
	return sentences(
		sentence(headline),
		detail && markedDetail(detail),
		next,
		costOf(problem, context),
	);
}

/** What a refused value has cost. Empty for any other Problem. Other items can have spent tokens. */
const costOf = ({ parameter }: Problem, { itemIndex }: ErrorContext) =>
	parameter !== undefined &&
	(itemIndex === undefined ? 'No tokens were spent.' : 'No tokens were spent for this item.');

const numbersOf = ({ status, retryAfterMs }: Problem): IDataObject => ({
	...(status !== undefined && { httpCode: status }),
	...(retryAfterMs && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
});
