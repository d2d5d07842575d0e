/** What in a body reports that the request has failed, although the status is that of a success. */

import { isRecord, textOf } from '../records/record';

/** Whether a body says in plain words that the request has failed. */
export const saysFailure = (body: unknown): boolean => isRecord(body) && body.success === false;

/** Whether a body that is no documented record reports a failure. */
export function isRejection(body: unknown): boolean {
	if (!isRecord(body)) return false;
	const { success, error, errors, code, status, statusCode } = body;
	const isFilled = (value: unknown) => !['', 'false', '0', '[]'].includes(textOf(value));
	const isOfFailure = (value: unknown) => /^(?:[45]\d\d$|error|fail)/i.test(textOf(value));
	return (
		['false', '0'].includes(textOf(success)) ||
		[error, errors].some(isFilled) ||
		[code, status, statusCode].some(isOfFailure)
	);
}
