/** Reads the body of a response whose status is a success, or refuses it. */

import type { Effect, ResponseSpec } from '../model/endpoint';
import type { Operation } from '../model/operation';
import { Problem } from '../model/problem';
import { isRecord } from '../records/record';
import { sentences } from '../texts/words';
import { finderOf } from './finders';
import { isRejection, saysFailure } from './rejection';

/**
 * Makes the `readRecords` of an operation. A list in which no entry is a record is not read as an empty list, but refused, and so
 * is an empty list beside what reports a failure. A write, and what returns a confirmation, can also return nothing, with the status 204.
 */
export function recordsReader(response: ResponseSpec, effect: Effect): Operation['readRecords'] {
	const { expected, recordOf, listOf } = finderOf(response);
	const canBeNothing = response.kind === 'confirmation' || effect !== 'read';
	return (body, onSkipped) => {
		const unexpected = (returned: string) =>
			new Problem({
				kind: 'response',
				message: `The service returned ${returned} instead of ${expected}`,
				description: adviceFor(body, effect),
			});
		// A 204 has no body. An empty body after another status is an empty text.
		if (body === undefined && canBeNothing) return [{ success: true }];
		const entries = listOf ? listOf(body) : [body];
		if (saysFailure(body) || !Array.isArray(entries) || (entries.length === 0 && isRejection(body)))
			throw unexpected(bodyInWords(body));
		const records = entries.map(recordOf).filter((entry) => entry !== undefined);
		const skipped = entries.length - records.length;
		if (skipped > 0 && records.length === 0)
			throw unexpected(listOf ? 'a list without any of the expected fields' : bodyInWords(body));
		// Empty records, and those of another kind.
		if (skipped > 0) onSkipped?.(skipped);
		return records;
	};
}

/** What a body is instead of a success, in words. */
function bodyInWords(body: unknown): string {
	if (body === undefined || body === null || body === '') return 'nothing';
	if (Array.isArray(body)) return 'a list';
	if (saysFailure(body)) return "'success: false'";
	if (isRejection(body)) return 'a rejection';
	if (isRecord(body)) return 'an object without any of the expected fields';
	if (typeof body !== 'string') return `a ${typeof body}`;
	return /^\s*<(!doctype|html|\?xml)/i.test(body) ? 'an HTML page' : 'text that is not JSON';
}

const checkBaseUrl =
	'Check that the base URL in the credential points to the API, not to a website, login page, or proxy.';
const contactMaintainers = 'If this keeps happening, contact the maintainers of this node.';

/** What to do about a body that is no success. */
function adviceFor(body: unknown, effect: Effect): string {
	if (!isRejection(body)) return sentences(checkBaseUrl, effect === 'read' && contactMaintainers);
	// Another API, at a wrong base URL, can reject it too.
	const orBaseUrl = saysFailure(body) ? '' : ', and the base URL in the credential';
	return `The service reports that the request did not succeed. Check the parameters of the node${orBaseUrl}.`;
}
