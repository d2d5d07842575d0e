import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { isRecord } from '../model/record';
import type { Operation } from '../model/operation';

/**
 * The most that a run as the tool of an AI model gives: n8n hands all of it to the model as text. The bytes
 * are those of the JSON, some 5000 tokens of a model.
 */
export const TOOL_CAP: Cap = { items: 50, bytes: 20_000 };

export interface Cap {
	items: number;
	bytes: number;
}

/** What is kept of a text when not everything fits, characters: its share of the room, but never less. */
const MIN_TEXT_LENGTH = 200;

/** Bytes that a character takes at most, other than one that JSON escapes. */
const CHARACTER_BYTES = 3;

/** Room for the note about skipped items, bytes. */
const NOTE_BYTES = 1000;

/** Whether n8n runs the node as a tool: as a node of its own, or called by the model's node (older n8n). */
export function isTool(node: Pick<INode, 'type'>, context?: Partial<IExecuteFunctions>): boolean {
	return node.type.endsWith('Tool') || context?.isToolExecution?.() === true;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const number = (value: number) => value.toLocaleString('en-US');

/** A copy in which no text is longer than that. */
function shortened(value: unknown, length: number): unknown {
	// What the cut adds is shorter than that.
	if (typeof value === 'string' && value.length > length + 40) {
		// Not in the middle of a character that takes two places.
		const end = /[\uD800-\uDBFF]/.test(value[length - 1]) ? length - 1 : length;
		return `${value.slice(0, end)}… [${number(value.length - end)} more characters]`;
	}
	if (Array.isArray(value)) return value.map((entry) => shortened(entry, length));
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [name, shortened(entry, length)]),
	);
}

/** How many of the items, from the first, take no more than that. */
function fitting(items: IDataObject[], bytes: number): number {
	let left = bytes;
	for (const [index, item] of items.entries()) {
		left -= bytesOf(item) + 1;
		if (left < 0) return index;
	}
	return items.length;
}

/**
 * As many items as a model is given, from the first, long texts shortened where that is needed.
 * @returns the items, and a sentence about skipped ones, or none
 */
export function capItems(
	items: IDataObject[],
	cap: Cap,
): { kept: IDataObject[]; omitted?: string } {
	if (items.length <= cap.items && fitting(items, cap.bytes) === items.length) {
		return { kept: items };
	}
	const room = Math.max(0, cap.bytes - NOTE_BYTES);
	const first = items.slice(0, cap.items);
	const share = Math.floor(room / first.length / CHARACTER_BYTES);
	const length = Math.max(MIN_TEXT_LENGTH, share);
	const fits = fitting(first, room) === first.length;
	const short = fits ? first : first.map((item) => shortened(item, length) as IDataObject);
	const kept = short.slice(0, fitting(short, room));
	const gone = items.length - kept.length;
	const cut = kept.some((item, index) => JSON.stringify(item) !== JSON.stringify(items[index]));
	const lost = [
		...(gone > 0 ? [`${number(gone)} of ${number(items.length)} items are not included`] : []),
		...(cut ? ['long texts are shortened'] : []),
	];
	return { kept, omitted: lost.join(', and ') };
}

/** How a model can ask for what it needs, as far as the operation allows. */
function narrower({ fields, narrower: own }: Operation): string {
	const filters = fields.find(({ name }) => name === 'filters')?.options ?? [];
	const names = filters.map((filter) => ('displayName' in filter ? filter.displayName : ''));
	if (own) return own;
	if (names.length > 0)
		return `Ask again with filters (${names.join(', ')}) to get the items that matter.`;
	return 'Asking again returns the same result.';
}

/** The output of a run as a tool: the items that fit, then a note about the rest. Never empty. */
export function toolItems(
	items: IDataObject[],
	operation: Operation | undefined,
	cap: Cap = TOOL_CAP,
): IDataObject[] {
	if (items.length === 0) {
		return [{ note: 'Nothing was found. The list is empty, or no item matches the filters.' }];
	}
	const { kept, omitted } = capItems(items, cap);
	if (omitted === undefined) return items;
	const how = operation ? ` ${narrower(operation)}` : '';
	return [...kept, { note: `The result is shortened: ${omitted}.${how}` }];
}
