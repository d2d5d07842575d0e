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
import { cutAfterWord } from '../../texts/words';
import { errorTexts, type ErrorContext } from './errorTexts';

/** Characters of the text of an error of others. */
const MAX_FOREIGN = 500;

/** n8n's error. */
export function nodeError(
	node: INode,
	error: unknown,
	context: ErrorContext,
): NodeApiError | NodeOperationError {
	// Wrapping a NodeApiError again loses text.
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const shown = errorOf(node, problemOf(error, context), context);
	// By it, the editor says which parameter and which node an expression is about.
	if (error instanceof ExpressionError) {
		const { itemIndex } = shown.context;
		Object.assign(shown.context, error.context, itemIndex !== undefined && { itemIndex });
	}
	return shown;
}

/** The output item of a failed item with "Continue", linked to it. */
export function failedOutput(
	node: INode,
	error: unknown,
	context: Required<ErrorContext>,
): INodeExecutionData {
	const problem = problemOf(error, context);
	const output: INodeExecutionData = {
		json: errorTexts(problem, context).json,
		pairedItem: { item: context.itemIndex },
	};
	if (node.onError !== 'continueErrorOutput') return output;
	// Needed until n8n 2.31 is the earliest version: earlier ones treat an item with `details` as a success, unless it has an `error`. It
	// is not enumerable, because n8n would discard our `json` otherwise.
	const value = errorOf(node, problem, context);
	return Object.defineProperty(output, 'error', { value, writable: true, configurable: true });
}

/** n8n treats an error with the word "canceled" as its Stop, whoever has written it. Only the message of Stop itself keeps it. */
const withoutStopWord = (message: string): string =>
	/^The execution was cancell?ed/.test(message)
		? message
		: message.replace(/cancell?ed/gi, 'called off');

/**
 * The error as a Problem. One of others, such as n8n or an expression, can be of any realm, a text, or undefined. What it says can
 * quote anybody, so for a model it is the detail, and it does not get its description.
 */
function problemOf(error: unknown, { audience }: ErrorContext): Problem {
	if (error instanceof Problem) return error;
	const { message = error, description } = isRecord(error) ? error : {};
	return new Problem({
		kind: 'unexpected',
		...(audience === 'model' && hasText(message)
			? { headline: 'The node could not run', detail: cutAfterWord(message, MAX_FOREIGN) }
			: { headline: hasText(message) ? message : 'The node stopped for an unknown reason' }),
		description: hasText(description) ? description : '',
		forModel: 'Tell the user.',
	});
}

const hasText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** n8n's error of its class: one of the node, or one of the service. */
function errorOf(
	node: INode,
	problem: Problem,
	context: ErrorContext,
): NodeApiError | NodeOperationError {
	const { kind, status, failure, retryAfterMs } = problem;
	const { message: text, description, data } = errorTexts(problem, context);
	const message = withoutStopWord(text);
	const shown = {
		message,
		description,
		itemIndex: context.itemIndex,
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
	// n8n replaces a message that contains a code such as ETIMEDOUT by a text of its own, whoever has written it.
	return Object.assign(error, { message, messages: [] });
}
