import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { Problem } from '../model/problem';

/** Characters of the first line of an error. n8n shows more of them as a wall of red text. */
const MAX_LINE = 120;

/** The message of a thrown value, which can be an error of any realm, a text, or undefined. */
function messageOf(error: unknown): string {
	const message = (error as { message?: unknown } | null | undefined)?.message ?? error;
	return typeof message === 'string' && message
		? message
		: 'The node stopped for an unknown reason';
}

/** Items are counted from 0, as in n8n. */
const forItem = (message: string, itemIndex: number | undefined) =>
	itemIndex === undefined ? message : `${message} [item ${itemIndex}]`;

const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** The first line, and what goes below it: the advice, and before it what the service says if it would not fit. */
function textsOf(
	error: unknown,
	itemIndex: number | undefined,
	asTool: boolean,
): { message: string; description?: string } {
	// A tool has one item, so its number would not help the model.
	const message = forItem(messageOf(error), asTool ? undefined : itemIndex);
	if (!(error instanceof Problem)) {
		const { description } = (error ?? {}) as { description?: unknown };
		return { message, description: typeof description === 'string' ? description : undefined };
	}
	const { description, headline, detail, forModel } = error;
	if (asTool) {
		// n8n passes only the message on. A model cannot change the node or the credential, but it can tell the user.
		const advice = forModel ?? `Tell the user: ${description}`;
		return { message: `${sentence(message)} ${advice}`, description };
	}
	if (!detail || message.length <= MAX_LINE) return { message, description };
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
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const texts = textsOf(error, itemIndex, asTool);
	if (!(error instanceof Problem) || error.kind === 'input') {
		return new NodeOperationError(node, texts.message, { itemIndex, ...texts });
	}
	const { status, failure, facts } = error;
	const apiError = new NodeApiError(node, texts as JsonObject, {
		...texts,
		itemIndex,
		...(status !== undefined && { httpCode: String(status) }),
		...(failure && { failure }),
	});
	// The editor shows it below the message, under the details.
	if (facts) apiError.context.data = { ...facts };
	return apiError;
}

/** It only has `error` and `details`, so that n8n adds the input fields on the error branch. */
export function errorItem(error: unknown, itemIndex: number): IDataObject {
	const { description, status, failure, facts } = (error ?? {}) as Partial<Problem>;
	const details: IDataObject = {};
	if (description) details.description = description;
	if (status !== undefined) details.httpCode = status;
	if (failure?.retryAfterMs) details.retryAfterSeconds = Math.ceil(failure.retryAfterMs / 1000);
	return { error: forItem(messageOf(error), itemIndex), details: { ...details, ...facts } };
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
