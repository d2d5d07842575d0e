import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { Problem } from '../model/problem';
import { sentence } from '../model/words';

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

/** Who reads an error: a person in n8n, or the AI model that has called the node as a tool. */
export type Audience = 'person' | 'model';

/** The first line of an error, and what goes below it. */
interface Texts {
	message: string;
	description?: string;
}

/** Of an error that is not ours, for example of n8n. */
function foreignTexts(error: unknown, itemIndex: number | undefined): Texts {
	const { description } = (error ?? {}) as { description?: unknown };
	return {
		message: forItem(messageOf(error), itemIndex),
		description: typeof description === 'string' ? description : undefined,
	};
}

/**
 * For a model, to which n8n passes only the message. It cannot change the node or the credential, but it can tell the user.
 * A tool has one item, so its number would not help.
 */
function modelTexts({ message, description, forModel }: Problem): Texts {
	const advice = forModel ?? `Tell the user: ${description}`;
	return { message: `${sentence(message)} ${advice}`, description };
}

/** For a person: below the line is the advice, and before it what the service says if it would not fit into the line. */
function personTexts(problem: Problem, itemIndex: number | undefined): Texts {
	const { description, headline, detail } = problem;
	// With the detail.
	const message = forItem(problem.message, itemIndex);
	if (!detail || message.length <= MAX_LINE) return { message, description };
	return {
		message: forItem(headline, itemIndex),
		description: `${sentence(detail)} ${description}`,
	};
}

function textsOf(error: unknown, itemIndex: number | undefined, audience: Audience): Texts {
	const isModel = audience === 'model';
	if (!(error instanceof Problem)) return foreignTexts(error, isModel ? undefined : itemIndex);
	return isModel ? modelTexts(error) : personTexts(error, itemIndex);
}

/** Problems that n8n shows as errors of the node, not of the service. */
const isOfNode = ({ kind }: Problem) => kind === 'input' || kind === 'unexpected';

/**
 * n8n's error for an item or a poll. Wrap only once, because wrapping a NodeApiError again loses text. The error is
 * made of plain text, so no part of a request gets into the execution data.
 */
export function nodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	audience: Audience = 'person',
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const texts = textsOf(error, itemIndex, audience);
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

/** What a program can go by, and what a person needs to report a request. */
const dataOf = ({ status, failure, facts }: Partial<Problem>): IDataObject => ({
	...(status !== undefined && { httpCode: status }),
	...(failure?.retryAfterMs && { retryAfterSeconds: Math.ceil(failure.retryAfterMs / 1000) }),
	...facts,
});

/**
 * The fields of the output item of a failure: only `error` and `details`, so that n8n adds the input fields on the error
 * branch. The message is whole, because a field has room for it.
 */
export function errorItem(
	error: unknown,
	itemIndex: number,
	audience: Audience = 'person',
): IDataObject {
	const problem = (error ?? {}) as Partial<Problem>;
	const { description } = problem;
	const isModel = audience === 'model';
	const advice = description && !isModel ? { description } : {};
	const message = isModel
		? textsOf(error, itemIndex, audience).message
		: forItem(messageOf(error), itemIndex);
	return { error: message, details: { ...advice, ...dataOf(problem) } };
}

/** The output item of a failed item with "Continue", linked to it. */
export function failedItem(
	node: INode,
	error: unknown,
	itemIndex: number,
	audience: Audience = 'person',
): INodeExecutionData {
	const item: INodeExecutionData = {
		json: errorItem(error, itemIndex, audience),
		pairedItem: { item: itemIndex },
	};
	if (node.onError === 'continueErrorOutput') {
		// n8n 2.30 and earlier treat an item with `details` as a success, unless the item itself has an `error`.
		// It is not enumerable, because n8n would discard our `json` otherwise.
		Object.defineProperty(item, 'error', {
			value: nodeError(node, error, itemIndex, audience),
			writable: true,
			configurable: true,
		});
	}
	return item;
}
