import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import type { Connection } from './credential/connection';
import { RunUsage } from './run/runUsage';
import { plainRequest, type Bounds } from './request';
import { newRun } from './run/run';
import { requestRecords } from './send';

/**
 * Reads a list without parameters, outside the loop over items.
 * @param usage counts what it costs
 * @throws {Problem} when there is no success response of the documented shape
 */
export async function readList(
	context: IAllExecuteFunctions,
	operation: Operation,
	connection: Connection,
	bounds: Bounds,
	usage = new RunUsage(),
): Promise<IDataObject[]> {
	const request = plainRequest(operation, connection, bounds);
	return (await requestRecords(newRun(context, { usage }), request)).records;
}
