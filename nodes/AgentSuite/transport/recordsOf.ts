import type { IDataObject } from 'n8n-workflow';

import type { OnSkipped } from '../model/operation';
import { Problem } from '../model/problem';
import type { Success } from './outcomes/outcome';
import { shownRecord, type Sent } from './secrecy/shown';

/**
 * The records of a success, as far as they may be shown. Whether it is one is decided by all of its body, because what reports a
 * failure can be in a field that is not shown.
 * @throws {Problem} with what the service says, if the body does not have the documented shape
 */
export function recordsOf(
	{ body, said }: Success,
	request: Sent,
	onSkipped?: OnSkipped,
): IDataObject[] {
	try {
		const records = request.operation.readRecords(body, onSkipped);
		return records.map((record) => shownRecord(record, request));
	} catch (error) {
		throw error instanceof Problem && said ? error.with({ detail: said }) : error;
	}
}
