/** Turns any error into n8n's error, or into an item with it. Both are plain text, so no header, body, or token of a request gets out. */

import {
	ExpressionError,
	type INode,
	type INodeExecutionData,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { Problem } from '../../model/problem';
import { isRecord } from '../../model/record';
import { forErrorBranch, withOwnMessage, withoutStopWord } from '../workarounds';
import { errorTexts, type ErrorTexts, type FailedItem } from './errorTexts';

/** n8n's error. @param item undefined for a poll or the editor, where a person reads it */
export function nodeError(
	node: INode,
	error: unknown,
	item?: FailedItem,
): NodeApiError | NodeOperationError {
	// Wrapping a NodeApiError again loses text.
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const problem = problemOf(error);
	const shown = errorOf(node, problem, errorTexts(problem, item), item?.index);
	// By it, the editor says which parameter and which node an expression is about.
	if (error instanceof ExpressionError) {
		const { itemIndex } = shown.context;
		Object.assign(shown.context, error.context, itemIndex !== undefined && { itemIndex });
	}
	return shown;
}

/** The output item of a failed item with "Continue", linked to it. */
export function failedOutput(node: INode, error: unknown, item: FailedItem): INodeExecutionData {
	const problem = problemOf(error);
	const texts = errorTexts(problem, item);
	const output: INodeExecutionData = { json: texts.json, pairedItem: { item: item.index } };
	return node.onError === 'continueErrorOutput'
		? forErrorBranch(output, errorOf(node, problem, texts, item.index))
		: output;
}

/** The error as a Problem. It can also be one of n8n, an error of any realm, a text, or undefined. */
function problemOf(error: unknown): Problem {
	if (error instanceof Problem)
		return error.detail ? error.with({ detail: withoutStopWord(error.detail) }) : error;
	const { message = error, description } = isRecord(error) ? error : {};
	return new Problem({
		kind: 'unexpected',
		headline: hasText(message) ? message : 'The node stopped for an unknown reason',
		description: hasText(description) ? description : '',
	});
}

const hasText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** n8n's error of its class: one of the node, or one of the service. */
function errorOf(
	node: INode,
	{ kind, status, failure, retryAfterMs }: Problem,
	{ message, description, data }: ErrorTexts,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
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
	// The editor shows it below the message, under the details. n8n hands it to an error workflow, too, which gets no `httpCode`.
	if (Object.keys(data).length > 0) error.context.data = data;
	return withOwnMessage(error, message);
}
