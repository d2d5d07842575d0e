import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { isRecord } from '../model/record';
import type { Operation } from '../model/operation';

/**
 * Maximum output of a tool, because n8n passes all of it to the model as text. The bytes are those of the JSON, about
 * 5000 tokens for a model.
 */
export const TOOL_CAP: Cap = { items: 50, bytes: 20_000 };

export interface Cap {
	items: number;
	bytes: number;
}

/** Minimum length of a shortened text, characters. */
const MIN_TEXT_LENGTH = 200;

/** Maximum bytes of a character that JSON does not escape. */
const CHARACTER_BYTES = 3;

/** Room for the note about skipped items, bytes. */
const NOTE_BYTES = 1000;

/** Whether n8n runs the node as a tool: as a separate node, or called by the model's node (older n8n versions). */
export function isTool(node: Pick<INode, 'type'>, context?: Partial<IExecuteFunctions>): boolean {
	return node.type.endsWith('Tool') || context?.isToolExecution?.() === true;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const number = (value: number) => value.toLocaleString('en-US');

/** A copy with long texts cut to `length`. */
function shortened(value: unknown, length: number): unknown {
	// The note about the cut is shorter than 40 characters.
	if (typeof value === 'string' && value.length > length + 40) {
		// Not in the middle of a surrogate pair.
		const end = /[\uD800-\uDBFF]/.test(value[length - 1]) ? length - 1 : length;
		return `${value.slice(0, end)}… [${number(value.length - end)} more characters]`;
	}
	if (Array.isArray(value)) return value.map((entry) => shortened(entry, length));
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [name, shortened(entry, length)]),
	);
}

/** Number of items, from the first, that fit in `bytes`. */
function fitting(items: IDataObject[], bytes: number): number {
	let left = bytes;
	for (const [index, item] of items.entries()) {
		left -= bytesOf(item) + 1;
		if (left < 0) return index;
	}
	return items.length;
}

/**
 * Limits the items for a model and shortens long texts if needed.
 * @returns the items, and a sentence about skipped items, if any
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

/** How a model can narrow its request. */
function narrower({ fields, narrower: own }: Operation): string {
	const filters = fields.find(({ name }) => name === 'filters')?.options ?? [];
	const names = filters.map((filter) => ('displayName' in filter ? filter.displayName : ''));
	if (own) return own;
	if (names.length > 0)
		return `Ask again with filters (${names.join(', ')}) to get the items that matter.`;
	return 'Asking again returns the same result.';
}

/** The output for a model: the items that fit, then a note about the rest. Never empty. */
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
