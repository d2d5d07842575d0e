/** Makes n8n's error of a Problem, or an item with it. Both are plain text, so no header, body, or token of a request gets out. */

import {
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Problem, ProblemKind } from '../../model/problem';
import { errorTexts, type Recipient } from './errorTexts';

type N8nError = NodeApiError | NodeOperationError;

/** Whose error n8n shows: one of the node, or one of the service. */
type Source = 'node' | 'service';

const sourceOf: Record<ProblemKind, Source> = {
	input: 'node',
	foreign: 'node',
	unexpected: 'node',
	status: 'service',
	response: 'service',
	connection: 'service',
	notSent: 'service',
	stopped: 'service',
	ended: 'service',
};

export const nodeError = (node: INode, problem: Problem, recipient: Recipient): N8nError =>
	errorOf(sourceOf[problem.kind], node, problem, recipient);

/** The error of a list in the editor, which shows the description of an error of the service only. */
export const listError = (node: INode, problem: Problem): N8nError =>
	errorOf('service', node, problem, { audience: 'person' });

function errorOf(source: Source, node: INode, problem: Problem, recipient: Recipient): N8nError {
	const { kind, status, failure, retryAfterMs, expression } = problem;
	const { itemIndex } = recipient;
	const { error: texts } = errorTexts(problem, recipient);
	const message = kind === 'stopped' ? texts.message : withoutStopWord(texts.message);
	const error =
		source === 'node' ? new NodeOperationError(node, message) : new NodeApiError(node, { message });
	// All that is said, in place of what n8n's constructors make of a message: they put a text of n8n in place of one that contains a code
	// such as ETIMEDOUT, whoever has written it.
	return Object.assign(error, {
		message,
		messages: [],
		description: texts.description || undefined,
		...(failure && { failure: { ...failure, ...(retryAfterMs && { retryAfterMs }) } }),
		...(source === 'service' && status !== undefined && { httpCode: String(status) }),
		context: {
			// By it, the editor names the parameter and the node. Its index can be of another node.
			...expression,
			...(itemIndex !== undefined && { itemIndex }),
			// An error workflow gets no `httpCode`, but this.
			...(Object.keys(texts.data).length > 0 && { data: texts.data }),
		},
	});
}

/** n8n treats an error with the word "canceled" as its Stop, whoever has written it. Only Stop itself keeps it. */
const withoutStopWord = (message: string): string => message.replace(/cancell?ed/gi, 'called off');

/** The output item of a failed item with "Continue", linked to it. */
export function failedOutput(
	node: INode,
	problem: Problem,
	recipient: Required<Recipient>,
): INodeExecutionData {
	const output: INodeExecutionData = {
		json: errorTexts(problem, recipient).item,
		pairedItem: { item: recipient.itemIndex },
	};
	if (node.onError !== 'continueErrorOutput') return output;
	// Needed until n8n 2.31 is the earliest version: earlier ones treat an item with `details` as a success, unless it has an `error`, of
	// which they use no more than the message. It is not enumerable, because n8n would discard our `json` otherwise.
	const value = { message: output.json.error };
	return Object.defineProperty(output, 'error', { value, writable: true, configurable: true });
}
