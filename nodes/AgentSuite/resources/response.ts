/**
 * Reads the records of responses, by an example of one. A body is a success if it has the shape of the example, at least one
 * of its fields, and does not say `success: false`. Everything else it contains is up to the service.
 */

import type { IDataObject } from 'n8n-workflow';

import { doubtAbout } from '../model/doubt';
import type { Effect, OnSkipped, OperationSpec } from '../model/operation';
import { Problem } from '../model/problem';
import { isRecord } from '../model/record';

/** Documented names that the bodies of errors have too, so they do not show that a body is a record. */
const OF_ERRORS_TOO = ['name', 'type', 'title', 'status', 'description', 'message'];

const tryAgain =
	'If it does, try again. If this keeps happening, contact the maintainers of this node.';

const saysFailure = (body: unknown): boolean => isRecord(body) && body.success === false;

/** What a body is instead of a success, in words. */
function kindOf(body: unknown): string {
	if (body === undefined || body === null || body === '') return 'nothing';
	if (Array.isArray(body)) return 'a list';
	if (saysFailure(body)) return "'success: false'";
	if (isRecord(body)) return 'an object without any of the expected fields';
	if (typeof body !== 'string') return `a ${typeof body}`;
	return /^\s*<(!doctype|html|\?xml)/i.test(body) ? 'an HTML page' : 'text that is not JSON';
}

/** The fields that the body of an error does not have. */
const ownNames = (record: IDataObject): string[] =>
	Object.keys(record).filter((name) => !OF_ERRORS_TOO.includes(name));

type Example = OperationSpec<unknown>['response'];

/** Where the records of a body are. */
interface Shape {
	/** In words. */
	expected: string;
	sample: IDataObject;
	/** The list in a body. Without it, the body is the record. */
	listIn?(body: unknown): unknown;
}

function shapeOf(example: Example): Shape {
	if (!isRecord(example))
		return { expected: 'a list of records', sample: example[0], listIn: (body) => body };
	const [name, ...others] = ownNames(example);
	if (name === undefined) return { expected: 'a confirmation', sample: example };
	const value = example[name];
	if (!Array.isArray(value) || others.length > 0) return { expected: 'a record', sample: example };
	return {
		expected: `an object with the list '${name}'`,
		sample: value[0] as IDataObject,
		listIn: (body) => (isRecord(body) ? body[name] : undefined),
	};
}

/**
 * Reads the records of responses. A list without any record of the kind is never read as an empty one. Of a write, a response
 * without content is a success, if its status says that it has none.
 * @param example a response with one record. One that has nothing but a message is a confirmation.
 * @returns `isList`: whether a response can have any number of records
 */
export function recordsReader(example: Example, effect: Effect) {
	const { expected, sample, listIn } = shapeOf(example);
	const names = ownNames(sample);
	const isMessage = names.length === 0;
	const advice = effect === 'read' ? tryAgain : doubtAbout[effect];
	const unexpected = (body: unknown, returned = kindOf(body)) =>
		new Problem({
			kind: 'response',
			message: `The service returned ${returned} instead of ${expected}`,
			description: `Check that the base URL in the credential points to the API, not to a website, login page, or proxy. ${advice}`,
		});
	const isLike = (value: unknown): value is IDataObject =>
		isRecord(value) &&
		(isMessage
			? typeof value.message === 'string' && value.message !== ''
			: names.some((name) => Object.hasOwn(value, name)));

	function one(body: unknown): IDataObject[] {
		// Its status, such as 204, says that there is no body.
		if (body === undefined && effect !== 'read') return [{ success: true }];
		if (!isLike(body) || saysFailure(body)) throw unexpected(body);
		return [isMessage ? { success: true, ...body } : body];
	}

	/** Without empty records and those of another kind. */
	function many(body: unknown, onSkipped?: OnSkipped): IDataObject[] {
		const list = listIn?.(body);
		if (!Array.isArray(list) || saysFailure(body)) throw unexpected(body);
		const records = list.filter(isLike);
		const skipped = list.length - records.length;
		if (skipped > 0 && records.length === 0)
			throw unexpected(body, 'a list without any of the expected fields');
		if (skipped > 0) onSkipped?.(skipped);
		return records;
	}

	return { isList: listIn !== undefined, read: listIn ? many : one };
}
