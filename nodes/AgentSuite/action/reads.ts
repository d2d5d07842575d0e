import type { IDataObject } from 'n8n-workflow';

import type { Request } from '../transport/request';
import { requestRecords } from '../transport/send';
import type { Plan } from './plan';
import type { ActionRun } from './run';

/** A read of one or more items, of which `left` have not asked for it yet. */
interface SharedRead {
	left: number;
	/** It can take as long as the most patient of the items allows. */
	request: Request;
	records?: Promise<IDataObject[]>;
}

/** Items share a read if they would send the same request within the same limits. */
const keyOf = ({ request: { url, connection, maxTokens } }: Plan) => {
	const { accountKey, limits, tokensPerDay } = connection;
	return JSON.stringify([url, accountKey, limits, tokensPerDay, maxTokens]);
};

/** Sends identical reads of several items once. A response is kept until the last item has used it. */
export class Reads {
	private readonly byRequest = new Map<string, SharedRead>();

	/** @param plans of all reads of the run */
	constructor(
		private readonly run: ActionRun,
		plans: Plan[],
	) {
		for (const plan of plans) {
			const key = keyOf(plan);
			const { left, request } = this.byRequest.get(key) ?? { left: 0, request: plan.request };
			const maxWaitMs = Math.max(request.maxWaitMs, plan.request.maxWaitMs);
			const timeoutMs = Math.max(request.timeoutMs, plan.request.timeoutMs);
			this.byRequest.set(key, { left: left + 1, request: { ...request, maxWaitMs, timeoutMs } });
		}
	}

	/** The records for one item, in the array of all items that share the read. */
	async read(plan: Plan): Promise<IDataObject[]> {
		const key = keyOf(plan);
		const read = this.byRequest.get(key);
		if (!read) throw new Error('The read was not planned');
		const isReused = read.records !== undefined;
		read.records ??= requestRecords(this.run, read.request);
		read.left--;
		if (read.left === 0) this.byRequest.delete(key);
		const records = await read.records;
		if (isReused) this.run.progress.readsReused++;
		return records;
	}
}
