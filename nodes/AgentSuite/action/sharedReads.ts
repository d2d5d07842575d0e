import type { RecordList } from '../model/operation';
import { recordsOf, send, type Call, type Run } from '../transport/send';
import { recordList, type Result } from './output';
import type { Plan } from './plan';

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
export class SharedReads {
	private readonly reads = new Map<string, SharedRead>();

	constructor(
		private readonly run: Run,
		plans: Array<Plan | undefined>,
	) {
		for (const plan of plans) {
			const read = plan?.lookup ?? plan;
			if (!read?.options.reuseReads || read.operation.effect !== 'read') continue;
			const { left, call } = this.reads.get(keyOf(read)) ?? { left: 0, call: read.call };
			const maxWaitMs = Math.max(call.maxWaitMs, read.call.maxWaitMs);
			const timeoutMs = Math.max(call.timeoutMs, read.call.timeoutMs);
			this.reads.set(keyOf(read), { left: left + 1, call: { ...call, maxWaitMs, timeoutMs } });
		}
	}

	async request({ operation, call }: Pick<Plan, 'operation' | 'call'>): Promise<RecordList> {
		return recordList(recordsOf(this.run.context, operation, await send(this.run, call)));
	}

	/** The records for one item, of a shared read if other items have the same one. */
	async records(plan: Plan): Promise<Result> {
		const read = this.reads.get(keyOf(plan));
		if (!read) return { list: await this.request(plan), isShared: false };
		const isShared = read.list !== undefined;
		read.list ??= this.request({ ...plan, call: read.call });
		read.left--;
		if (read.left === 0) this.reads.delete(keyOf(plan));
		const list = await read.list;
		if (isShared) this.run.usage.reused++;
		return { list, isShared };
	}
}
