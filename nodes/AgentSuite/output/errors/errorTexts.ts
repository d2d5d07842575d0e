/** What is said of a failure, where, and to whom. `nodeErrors.ts` makes n8n's error or an item of it. */

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

/** What is said of a failure, in the words of n8n. */
interface ErrorTexts {
	/** Of n8n's error. */
	error: {
		/** The first line. n8n passes a model only this. */
		message: string;
		/** What n8n shows below it, always to a person. */
		description: string;
		/** What it shows under the details. n8n hands it to an error workflow, too. */
		data: IDataObject;
	};
	/** All fields of an item with "Continue": only these, so that n8n adds the input fields on the error branch. */
	item: { error: string; details: IDataObject };
}

/**
 * Which text stands where:
 *
 *                             for a person                             for a model
 *     error    message        what happened, with the detail           all that it is told, in one line
 *              description    the detail if it is long. What to do     what a person can do, who looks at the execution
 *              data           numbers and facts                        numbers and facts
 *     item     error          what happened, with the detail           as the message
 *              details        what to do, numbers and facts            numbers and the cost: others cannot have written them
 *
 * Beside these, only the test of a credential and the log of a poll say a Problem: what happened, and what to do, in one line.
 */
export function errorTexts(problem: Problem, recipient: Recipient): ErrorTexts {
	const { detail, facts } = problem;
	const numbers = numbersOf(problem);
	const data = { ...numbers, ...facts };
	const description = sentences(problem.description, nothingSpent(problem, recipient));
	if (recipient.audience === 'model') {
		const message = lineForModel(problem, recipient);
		return {
			error: { message, description, data },
			item: { error: message, details: { ...numbers, ...(facts && { tokens: facts.tokens }) } },
		};
	}
	const line = withItem(problem.line, recipient);
	const isLong = detail && line.length > MAX_LINE;
	return {
		error: {
			message: isLong ? withItem(problem.message, recipient) : line,
			description: isLong ? sentences(sentence(detail), description) : description,
			data,
		},
		// A program finds all of it in one place, however long.
		item: { error: line, details: { ...(description && { description }), ...data } },
	};
}

/** As n8n names it. */
const withItem = (text: string, { itemIndex }: Recipient) =>
	itemIndex === undefined ? text : `${text} [item ${itemIndex}]`;

/** What happened, what others say between marks, what to do, and what it has cost. */
function lineForModel(problem: Problem, recipient: Recipient): string {
	const { kind, message, detail, description, forModel } = problem;
	// The whole text of an error of others is theirs.
	const [own, ofOthers] =
		kind === 'foreign'
			? ['The node could not run', cutAfterWord(message, MAX_FOREIGN)]
			: [message, detail];
	return sentences(
		sentence(own),
		ofOthers && markedDetail(ofOthers),
		// A model cannot change the node or the credential, but it can tell the user.
		forModel ?? (description && `Tell the user: ${description}`),
		nothingSpent(problem, recipient),
	);
}

/** Of a value that was refused before anything was sent. Other items can have spent tokens. What a request has cost is in its facts. */
function nothingSpent({ parameter, facts }: Problem, { itemIndex }: Recipient): string {
	if (facts || parameter === undefined) return '';
	return `No tokens were spent${itemIndex === undefined ? '' : ' for this item'}.`;
}

const numbersOf = ({ status, retryAfterMs }: Problem): IDataObject => ({
	...(status !== undefined && { httpCode: status }),
	...(retryAfterMs && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
});
