import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { Problem } from '../model/problem';

type NodeError = NodeApiError | NodeOperationError;

/** Characters of the first line of an error. n8n shows more of them as a wall of red text. */
const MAX_LINE = 120;

/** The message of a thrown value, which can be an error of any realm, a text, or undefined. */
function messageOf(error: unknown): string {
	const message = (error as { message?: unknown } | null | undefined)?.message ?? error;
	return typeof message === 'string' && message
		? message
		: 'The node stopped for an unknown reason';
}

/** The message with the number of its item, if any, counted from 0 as in n8n. */
function forItem(message: string, itemIndex: number | undefined): string {
	return itemIndex === undefined ? message : `${message} [item ${itemIndex}]`;
}

const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/**
 * The message for an AI model, with the advice, because n8n only passes the message on. A model cannot change the node
 * or the credential, but it can tell the user.
 */
function withAdvice(message: string, { description, forModel }: Problem): string {
	const advice = forModel ?? `Tell the user: ${description}`;
	return `${sentence(message)} ${advice}`;
}

/** The first line, and what goes below it: the advice, and before it what the service says if it would not fit. */
function textsOf(
	problem: Problem,
	itemIndex: number | undefined,
	asTool: boolean,
): { message: string; description: string } {
	const { headline, detail, description } = problem;
	// A tool has one item, so its number would not help the model, which needs everything in the message.
	if (asTool) return { message: withAdvice(problem.message, problem), description };
	const message = forItem(problem.message, itemIndex);
	if (detail === undefined || message.length <= MAX_LINE) return { message, description };
	return {
		message: forItem(headline, itemIndex),
		description: `${sentence(detail)} ${description}`,
	};
}

/**
 * n8n's error for an item or a poll. Wrap only once, because wrapping a NodeApiError again loses text. The error is
 * made of plain text, so no part of a request gets into the execution data.
 */
export function nodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	asTool = false,
): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!(error instanceof Problem)) {
		const message = forItem(messageOf(error), asTool ? undefined : itemIndex);
		const description = (error as { description?: unknown } | null)?.description;
		return new NodeOperationError(node, message, {
			itemIndex,
			...(typeof description === 'string' && { description }),
		});
	}
	const { failure } = error;
	const { message, description } = textsOf(error, itemIndex, asTool);
	if (error.kind === 'input') {
		return new NodeOperationError(node, message, { itemIndex, description });
	}
	const data: JsonObject = { message, description };
	return new NodeApiError(node, data, {
		message,
		description,
		itemIndex,
		...(error.status !== undefined && { httpCode: String(error.status) }),
		...(failure && { failure }),
	});
}

/**
 * The output of a failed item with "Continue". It only has `error` and `details`, so that n8n adds the input fields on
 * the error branch.
 */
export function errorItem(error: unknown, itemIndex: number): IDataObject {
	const details: IDataObject = {};
	if (error instanceof Problem) {
		details.description = error.description;
		if (error.status !== undefined) details.httpCode = error.status;
		if (error.failure?.retryAfterMs !== undefined) {
			details.retryAfterSeconds = Math.ceil(error.failure.retryAfterMs / 1000);
		}
	} else if (error instanceof NodeOperationError || error instanceof NodeApiError) {
		if (error.description) details.description = error.description;
	}
	return { error: forItem(messageOf(error), itemIndex), details };
}

/** The output item of a failed item with "Continue", linked to it. */
export function failedItem(node: INode, error: unknown, itemIndex: number): INodeExecutionData {
	const item: INodeExecutionData = {
		json: errorItem(error, itemIndex),
		pairedItem: { item: itemIndex },
	};
	if (node.onError === 'continueErrorOutput') {
		// n8n 2.30 and earlier treat an item with `details` as a success, unless the item itself has an `error`.
		// It is not enumerable, because n8n would discard our `json` otherwise.
		Object.defineProperty(item, 'error', {
			value: nodeError(node, error, itemIndex),
			writable: true,
			configurable: true,
		});
	}
	return item;
}
