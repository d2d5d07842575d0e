import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { Problem } from '../model/problem';
import { sentence } from '../texts/words';

/** The input item of a failure. */
export interface FailedItem {
	/** Counted from 0, as in n8n. */
	index: number;
	/** Who reads the error: a person in n8n, or the AI model that has called the node as a tool. */
	audience: 'person' | 'model';
}

/**
 * n8n's error. It is made of plain text, so no part of a request gets into the execution data.
 * @param item undefined for a poll or the editor, where a person reads it
 */
export function nodeError(
	node: INode,
	error: unknown,
	item?: FailedItem,
): NodeApiError | NodeOperationError {
	// Wrapping a NodeApiError again loses text.
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const texts = textsOf(error, item);
	const itemIndex = item?.index;
	if (!(error instanceof Problem) || isOfNode(error)) {
		return new NodeOperationError(node, texts.message, { itemIndex, ...texts });
	}
	const { status, failure } = error;
	const apiError = new NodeApiError(node, { ...texts } as JsonObject, {
		...texts,
		itemIndex,
		...(status !== undefined && { httpCode: String(status) }),
		...(failure && { failure }),
	});
	// The editor shows it below the message, under the details. n8n hands it to an error workflow, too, which gets no `httpCode`.
	const data = dataOf(error);
	if (Object.keys(data).length > 0) apiError.context.data = data;
	return apiError;
}

/** The output item of a failed item with "Continue", linked to it. */
export function failedOutput(node: INode, error: unknown, item: FailedItem): INodeExecutionData {
	const output: INodeExecutionData = {
		json: errorJson(error, item),
		pairedItem: { item: item.index },
	};
	if (node.onError === 'continueErrorOutput') {
		// n8n 2.30 and earlier treat an item with `details` as a success, unless the item itself has an `error`.
		// It is not enumerable, because n8n would discard our `json` otherwise.
		Object.defineProperty(output, 'error', {
			value: nodeError(node, error, item),
			writable: true,
			configurable: true,
		});
	}
	return output;
}

/**
 * The fields of that item: only `error` and `details`, so that n8n adds the input fields on the error branch. For a person, the
 * message is whole, because a field has room for it.
 */
export function errorJson(error: unknown, item: FailedItem): IDataObject {
	const { message, description } = textsOf(error, item, Infinity);
	// For a model, it is in the message.
	const isShown = item.audience === 'person' && description;
	const data = dataOf((error ?? {}) as Partial<Problem>);
	return { error: message, details: { ...(isShown && { description }), ...data } };
}

/** What a program can go by, and what a person needs to report a request. */
const dataOf = ({ status, failure, facts }: Partial<Problem>): IDataObject => ({
	...(status !== undefined && { httpCode: status }),
	...(failure?.retryAfterMs && { retryAfterSeconds: Math.ceil(failure.retryAfterMs / 1000) }),
	...facts,
});

/** Problems that n8n shows as errors of the node, not of the service. */
const isOfNode = ({ kind }: Problem) => kind === 'input' || kind === 'unexpected';

/** Characters of the first line of an error. n8n shows more of them as a wall of red text. */
const MAX_LINE = 120;

/** The first line of an error, and what goes below it. */
interface Texts {
	message: string;
	description?: string;
}

function textsOf(error: unknown, item: FailedItem | undefined, maxLine = MAX_LINE): Texts {
	if (!(error instanceof Problem)) return foreignTexts(error, item);
	return item?.audience === 'model' ? modelTexts(error) : personTexts(error, item, maxLine);
}

/** For a model, to which n8n passes only the message. It cannot change the node or the credential, but it can tell the user. */
function modelTexts({ message, description, forModel }: Problem): Texts {
	const advice = forModel ?? `Tell the user: ${description}`;
	return { message: `${sentence(message)} ${advice}`, description };
}

/** For a person: what the service says is in the line if it fits, and otherwise before the advice below. */
function personTexts(problem: Problem, item: FailedItem | undefined, maxLine: number): Texts {
	const { description, headline, detail } = problem;
	const message = forItem(problem.message, item);
	if (!detail || message.length <= maxLine) return { message, description };
	return {
		message: forItem(headline, item),
		description: `${sentence(detail)} ${description}`,
	};
}

/** Of an error that is not ours, for example of n8n. */
function foreignTexts(error: unknown, item: FailedItem | undefined): Texts {
	const { description } = (error ?? {}) as { description?: unknown };
	return {
		message: forItem(messageOf(error), item),
		description: typeof description === 'string' ? description : undefined,
	};
}

/** The message of a thrown value, which can be an error of any realm, a text, or undefined. */
function messageOf(error: unknown): string {
	const message = (error as { message?: unknown } | null | undefined)?.message ?? error;
	return typeof message === 'string' && message
		? message
		: 'The node stopped for an unknown reason';
}

/** Names the item for a person. A tool has only one. */
const forItem = (message: string, item: FailedItem | undefined) =>
	item?.audience === 'person' ? `${message} [item ${item.index}]` : message;
