import type { IDataObject } from 'n8n-workflow';

import type { Request } from '../transport/request';
import { requestRecords } from '../transport/send';
import type { Plan } from './plan';
import type { ActionRun } from './run';

/** A read of one or more items. */
interface SharedRead {
	/** It can take as long as the most patient of the items allows. */
	request: Request;
	records?: Promise<IDataObject[]>;
}

/** Items share a read if they would send the same request within the same limits. */
const keyOf = ({ request: { url, body, connection, maxTokens } }: Plan) => {
	const { accountKey, limits, tokensPerDay } = connection;
	return JSON.stringify([url, body, accountKey, limits, tokensPerDay, maxTokens]);
};

/** Sends identical reads of several items once. A response is kept until the last item has asked for it. */
export class Reads {
	private readonly byPlan = new Map<Plan, SharedRead>();

	/** @param plans of all reads of the run */
	constructor(
		private readonly run: ActionRun,
		plans: Plan[],
	) {
		const byRequest = new Map<string, SharedRead>();
		for (const plan of plans) {
			const key = keyOf(plan);
			const { maxWaitMs, timeoutMs } = plan.request;
			const read = byRequest.get(key) ?? { request: plan.request };
			read.request = {
				...read.request,
				maxWaitMs: Math.max(read.request.maxWaitMs, maxWaitMs),
				timeoutMs: Math.max(read.request.timeoutMs, timeoutMs),
			};
			byRequest.set(key, read);
			this.byPlan.set(plan, read);
		}
	}

	/** The records for one item, in the array of all items that share the read. */
	async read(plan: Plan): Promise<IDataObject[]> {
		const read = this.byPlan.get(plan);
		if (!read) throw new Error('The records of an item are read once');
		const isReused = read.records !== undefined;
		read.records ??= requestRecords(this.run, read.request);
		// Before it has come, so that nothing keeps the list of the last item.
		this.byPlan.delete(plan);
		const records = await read.records;
		if (isReused) this.run.progress.readsReused++;
		return records;
	}
}
