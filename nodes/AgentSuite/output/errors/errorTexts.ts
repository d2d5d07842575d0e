/**
 * What an error says to who reads it: a person in n8n, or the AI model that has called the node as a tool. A `Problem` says what happened.
 * These texts of it become n8n's error, or an item (`nodeErrors.ts`).
 */

import type { IDataObject } from 'n8n-workflow';

import type { Audience } from '../../model/audience';
import type { Problem } from '../../model/problem';
import { cutAfterWord, sentence, sentences } from '../../texts/words';
import { markedDetail } from '../marks';

/** Characters of the first line of an error. n8n shows more of them as a wall of red text. */
const MAX_LINE = 120;

/** Characters of the text of an error of others that a model gets. */
const MAX_FOREIGN = 500;

/** Who reads of a failure, and of which item. */
export interface Recipient {
	audience: Audience;
	/** Of the failed input item, counted from 0, as in n8n. Undefined in a poll and in the editor. */
	itemIndex?: number;
}

/** What is said of a failure. */
interface ErrorTexts {
	/** The first line of n8n's error. n8n passes a model only this. */
	message: string;
	/** What n8n shows below it. A person who looks at the execution of a tool reads it too. */
	description: string;
	/** All fields of an item with the error: only these, so that n8n adds the input fields on the error branch. */
	json: { error: string; details: IDataObject };
}

/** What is said of a failure to who reads of it. */
export const errorTexts = (problem: Problem, recipient: Recipient): ErrorTexts =>
	recipient.audience === 'model'
		? textsForModel(problem, recipient)
		: textsForPerson(problem, recipient);

/**
 * A detail that makes the first line too long goes below it. A field of an item has room for the whole message, so a program finds all of
 * it in one place.
 */
function textsForPerson(problem: Problem, recipient: Recipient): ErrorTexts {
	const { headline, message, detail } = problem;
	const line = lineOf(message, recipient);
	const advice = adviceOf(problem, recipient);
	const isTooLong = detail && line.length > MAX_LINE;
	return {
		message: isTooLong ? lineOf(headline, recipient) : line,
		description: isTooLong ? sentences(sentence(detail), advice) : advice,
		json: { error: line, details: { ...(advice && { description: advice }), ...dataOf(problem) } },
	};
}

/** All that a model is told stands in the first line. */
function textsForModel(problem: Problem, recipient: Recipient): ErrorTexts {
	const { description, forModel } = problem;
	const { headline, detail } = apart(problem);
	const { tokens } = problem.facts ?? {};
	const message = sentences(
		sentence(headline),
		detail && markedDetail(detail),
		// A model cannot change the node or the credential, but it can tell the user.
		forModel ?? (description && `Tell the user: ${description}`),
		nothingSpent(problem, recipient),
	);
	// Only what others cannot have written: the message has what the service says, between marks.
	const details = { ...numbersOf(problem), ...(tokens && { tokens }) };
	return { message, description: adviceOf(problem, recipient), json: { error: message, details } };
}

/** What happened in words of this package, and apart from these, what others say, which is the whole text of their errors. */
const apart = ({ kind, headline, detail }: Problem): Pick<Problem, 'headline' | 'detail'> =>
	kind === 'foreign'
		? { headline: 'The node could not run', detail: cutAfterWord(headline, MAX_FOREIGN) }
		: { headline, detail };

/** With the item as n8n names it. */
const lineOf = (text: string, { itemIndex }: Recipient) =>
	itemIndex === undefined ? text : `${text} [item ${itemIndex}]`;

/** What a person can do next. */
const adviceOf = (problem: Problem, recipient: Recipient): string =>
	sentences(problem.description, nothingSpent(problem, recipient));

/** Of a value that was refused before anything was sent. Other items can have spent tokens. What a request has cost is in its facts. */
function nothingSpent({ parameter, facts }: Problem, { itemIndex }: Recipient): string {
	if (facts || parameter === undefined) return '';
	return `No tokens were spent${itemIndex === undefined ? '' : ' for this item'}.`;
}

/** What a program can go by, and what a person needs to report a request. */
export const dataOf = (problem: Problem): IDataObject => ({
	...numbersOf(problem),
	...problem.facts,
});

const numbersOf = ({ status, retryAfterMs }: Problem): IDataObject => ({
	...(status !== undefined && { httpCode: status }),
	...(retryAfterMs && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
});
