import type { Request } from '../transport/request';
import { requestRecords } from '../transport/send';
import type { ActionRun } from './actionRun';
import { SearchedResponse } from './searchedResponse';
import type { Plan } from './plan';

/** A read of one or more items. */
interface SharedRead {
	/** It can take as long as the most patient of the items allows. */
	request: Request;
	/** Items that have not asked for its response yet. */
	itemsLeft: number;
	response?: Promise<SearchedResponse>;
}

/** Items share a read if they would send the same request within the same limits. */
const keyOf = ({ request: { url, body, connection, maxTokens } }: Plan) => {
	const { accountKey, limits, tokensPerDay } = connection;
	return JSON.stringify([url, body, accountKey, limits, tokensPerDay, maxTokens]);
};

/** Sends identical reads of several items once. A response is kept until the last item has asked for it. */
export class Reads {
	private readonly byKey = new Map<string, SharedRead>();

	/** @param plans of all reads of the run */
	constructor(
		private readonly run: ActionRun,
		plans: Plan[],
	) {
		for (const plan of plans) this.expect(plan);
	}

	/** The response for one of the plans, the same for all that share the read. Each asks once. */
	async read(plan: Plan): Promise<SearchedResponse> {
		const key = keyOf(plan);
		const read = this.byKey.get(key) as SharedRead;
		const isReused = read.response !== undefined;
		read.response ??= requestRecords(this.run, read.request).then(
			(result) => new SearchedResponse(result, plan.operation),
		);
		// Before the response has come, so that nothing keeps it once its last item has asked.
		read.itemsLeft--;
		if (read.itemsLeft === 0) this.byKey.delete(key);
		const response = await read.response;
		if (isReused) this.run.progress.readsReused++;
		return response;
	}

	/** The read of an item, which is going to ask for it. */
	private expect(plan: Plan): void {
		const key = keyOf(plan);
		const { request } = plan;
		const read = this.byKey.get(key) ?? { request, itemsLeft: 0 };
		read.request = {
			...read.request,
			maxWaitMs: Math.max(read.request.maxWaitMs, request.maxWaitMs),
			timeoutMs: Math.max(read.request.timeoutMs, request.timeoutMs),
		};
		read.itemsLeft++;
		this.byKey.set(key, read);
	}
}
