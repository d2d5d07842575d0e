import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { Problem } from '../model/problem';
import { isRecord } from '../model/record';
import { sentence, sentences } from '../texts/words';

/** Characters of the first line of an error. n8n shows more of them as a wall of red text. */
const MAX_LINE = 120;

/** The input item of a failure. */
export interface FailedItem {
	/** Counted from 0, as in n8n. */
	index: number;
	/** A person in n8n, or the AI model that has called the node as a tool. */
	audience: 'person' | 'model';
}

/**
 * n8n's error. It is made of plain text, so no header, body, or token of a request gets into the execution data.
 * @param item undefined for a poll or the editor, where a person reads it
 */
export function nodeError(
	node: INode,
	error: unknown,
	item?: FailedItem,
): NodeApiError | NodeOperationError {
	// Wrapping a NodeApiError again loses text.
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const problem = problemOf(error);
	const shown = errorOf(node, problem, item);
	// The editor shows it below the message, under the details. n8n hands it to an error workflow, too, which gets no `httpCode`.
	const data = dataOf(problem);
	if (Object.keys(data).length > 0) shown.context.data = data;
	return shown;
}

function errorOf(
	node: INode,
	problem: Problem,
	item?: FailedItem,
): NodeApiError | NodeOperationError {
	const { kind, status, failure } = problem;
	const texts = textsFor(withShortLine(problem, item), item);
	const itemIndex = item?.index;
	// Of the node, not of the service.
	if (kind === 'input' || kind === 'unexpected')
		return new NodeOperationError(node, texts.message, { itemIndex, ...texts });
	return new NodeApiError(node, { ...texts } as JsonObject, {
		...texts,
		itemIndex,
		...(status !== undefined && { httpCode: String(status) }),
		...(failure && { failure }),
	});
}

/** The output item of a failed item with "Continue", linked to it. */
export function failedOutput(node: INode, error: unknown, item: FailedItem): INodeExecutionData {
	const output: INodeExecutionData = {
		json: errorJson(error, item),
		pairedItem: { item: item.index },
	};
	if (node.onError === 'continueErrorOutput') {
		// Needed until n8n 2.31 is the earliest version: earlier ones treat an item with `details` as a success, unless the item itself has an `error`.
		// It is not enumerable, because n8n would discard our `json` otherwise.
		Object.defineProperty(output, 'error', {
			value: nodeError(node, error, item),
			writable: true,
			configurable: true,
		});
	}
	return output;
}

/** The fields of that item: only `error` and `details`, so that n8n adds the input fields on the error branch. */
export function errorJson(error: unknown, item: FailedItem): IDataObject {
	const problem = problemOf(error);
	const { message, description } = textsFor(problem, item);
	const isForPerson = item.audience === 'person' && description !== '';
	return { error: message, details: { ...(isForPerson && { description }), ...dataOf(problem) } };
}

/** The error as a Problem. It can also be one of n8n, an error of any realm, a text, or undefined. */
function problemOf(error: unknown): Problem {
	if (error instanceof Problem) return error;
	const { message = error, description } = isRecord(error) ? error : {};
	return new Problem({
		kind: 'unexpected',
		headline: isText(message) ? message : 'The node stopped for an unknown reason',
		description: isText(description) ? description : '',
	});
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The Problem with what the service says below the first line, if that is too long for a person. */
function withShortLine(problem: Problem, item?: FailedItem): Problem {
	const { detail, description } = problem;
	const isShort = textsFor(problem, item).message.length <= MAX_LINE;
	if (!detail || isShort || item?.audience === 'model') return problem;
	return problem.with({
		detail: undefined,
		description: sentences(sentence(detail), description),
	});
}

/** The message, and the description below it. */
const textsFor = (problem: Problem, item?: FailedItem) =>
	item?.audience === 'model' ? textsForModel(problem) : textsForPerson(problem, item?.index);

/** What a refused value has cost. Empty for any other Problem. @param itemIndex other items can have spent tokens */
const costOf = ({ parameter }: Problem, itemIndex?: number) =>
	parameter !== undefined &&
	(itemIndex === undefined ? 'No tokens were spent.' : 'No tokens were spent for this item.');

/** n8n passes a model only the message. A person who looks at the execution of a tool reads both. */
function textsForModel(problem: Problem) {
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
function textsForPerson(problem: Problem, itemIndex?: number) {
	// The item as n8n names it.
	const place = itemIndex === undefined ? '' : ` [item ${itemIndex}]`;
	return {
		message: `${problem.message}${place}`,
		description: sentences(problem.description, costOf(problem, itemIndex)),
	};
}

/** What a program can go by, and what a person needs to report a request. */
const dataOf = ({ status, failure, facts }: Problem): IDataObject => ({
	...(status !== undefined && { httpCode: status }),
	...(failure?.retryAfterMs && { retryAfterSeconds: Math.ceil(failure.retryAfterMs / 1000) }),
	...facts,
});
