import type { Request } from '../transport/request';
import { requestRecords } from '../transport/send';
import { listed, type ListedResult } from './filtering';
import type { Plan } from './plan';
import type { ActionRun } from './actionRun';

/** A read of one or more items. */
interface SharedRead {
	/** It can take as long as the most patient of the items allows. */
	request: Request;
	result?: Promise<ListedResult>;
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

	/** The result for one item, the same for all items that share the read. */
	async read(plan: Plan): Promise<ListedResult> {
		const read = this.byPlan.get(plan);
		if (!read) throw new Error('The result of an item is read once');
		const isReused = read.result !== undefined;
		read.result ??= requestRecords(this.run, read.request).then((result) =>
			listed(result, plan.operation),
		);
		// Before it has come, so that nothing keeps the list of the last item.
		this.byPlan.delete(plan);
		const result = await read.result;
		if (isReused) this.run.progress.readsReused++;
		return result;
	}
}
