import type { RecordList } from '../model/operation';
import type { Call } from '../transport/call';
import { requestRecords } from '../transport/send';
import { recordList, type ItemRecords } from './items';
import type { Plan } from './plan';
import type { ActionRun } from './run';

/** A read of one or more items, of which `left` have not asked for it yet. */
interface SharedRead {
	left: number;
	/** It can take as long as the most patient of the items allows. */
	call: Call;
	list?: Promise<RecordList>;
}

/** Items share a read if they would send the same request with the same limit of tokens. */
const keyOf = ({ call: { request, connection, maxTokens } }: Plan) =>
	JSON.stringify([request, connection.account, maxTokens]);

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
			const { left, call } = this.byRequest.get(key) ?? { left: 0, call: plan.call };
			const maxWaitMs = Math.max(call.maxWaitMs, plan.call.maxWaitMs);
			const timeoutMs = Math.max(call.timeoutMs, plan.call.timeoutMs);
			this.byRequest.set(key, { left: left + 1, call: { ...call, maxWaitMs, timeoutMs } });
		}
	}

	/** The records for one item, which other items may have asked for before. */
	async read(plan: Plan): Promise<ItemRecords> {
		const key = keyOf(plan);
		const read = this.byRequest.get(key);
		if (!read) throw new Error('The read was not planned');
		// The first item returns the records themselves, all others copies.
		const needsCopy = read.list !== undefined;
		read.list ??= this.send(read.call);
		read.left--;
		if (read.left === 0) this.byRequest.delete(key);
		const list = await read.list;
		if (needsCopy) this.run.usage.reused++;
		return { list, needsCopy };
	}

	private async send(call: Call): Promise<RecordList> {
		return recordList(await requestRecords(this.run, call));
	}
}
