/** Makes n8n's error of a Problem, or an item with it. Both are plain text, so no header, body, or token of a request gets out. */

import {
	type INode,
	type INodeExecutionData,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Problem } from '../../model/problem';
import { errorTexts, type ErrorContext } from './errorTexts';

/** n8n's error of its class: one of the node, or one of the service. */
export function nodeError(
	node: INode,
	problem: Problem,
	context: ErrorContext,
): NodeApiError | NodeOperationError {
	const { kind, status, failure, retryAfterMs, expression } = problem;
	const { itemIndex } = context;
	const { message: text, description, data } = errorTexts(problem, context);
	const message = withoutStopWord(text);
	const shown = {
		message,
		description,
		itemIndex,
		...(failure && { failure: { ...failure, ...(retryAfterMs && { retryAfterMs }) } }),
	};
	const isOfNode = kind === 'input' || kind === 'unexpected';
	const error = isOfNode
		? new NodeOperationError(node, message, shown)
		: new NodeApiError(node, { message, description } as JsonObject, {
				...shown,
				...(status !== undefined && { httpCode: String(status) }),
			});
	// By it, the editor names the parameter and the node. Its index can be of another node.
	Object.assign(error.context, expression, itemIndex !== undefined && { itemIndex });
	// The editor shows it below the message, under the details. n8n hands it to an error workflow, too, which gets no `httpCode`.
	if (Object.keys(data).length > 0) error.context.data = data;
	// n8n replaces a message that contains a code such as ETIMEDOUT by a text of its own, whoever has written it.
	return Object.assign(error, { message, messages: [] });
}

/** n8n treats an error with the word "canceled" as its Stop, whoever has written it. Only the message of Stop itself keeps it. */
const withoutStopWord = (message: string): string =>
	/^The execution was cancell?ed/.test(message)
		? message
		: message.replace(/cancell?ed/gi, 'called off');

/** The output item of a failed item with "Continue", linked to it. */
export function failedOutput(
	node: INode,
	problem: Problem,
	context: Required<ErrorContext>,
): INodeExecutionData {
	const output: INodeExecutionData = {
		json: errorTexts(problem, context).json,
		pairedItem: { item: context.itemIndex },
	};
	if (node.onError !== 'continueErrorOutput') return output;
	// Needed until n8n 2.31 is the earliest version: earlier ones treat an item with `details` as a success, unless it has an `error`. It
	// is not enumerable, because n8n would discard our `json` otherwise.
	const value = nodeError(node, problem, context);
	return Object.defineProperty(output, 'error', { value, writable: true, configurable: true });
}
