import type { RecordList } from '../model/operation';
import { recordsOf } from '../transport/readRecords';
import { send, type Call, type Run } from '../transport/send';
import { recordList, type Result } from './output';
import type { Plan } from './plan';

/** A read that several items wait for. */
interface SharedRead {
	/** Number of items still to come. */
	left: number;
	/** How long it can take: as long as the most patient of the items allows. */
	times: Pick<Call, 'maxWaitMs' | 'timeoutMs'>;
	list?: Promise<RecordList>;
}

/** Items share a read if they would send the same request under the same bound of tokens. */
const keyOf = ({ requestKey, call }: Plan) => `${requestKey} ${call.maxTokens}`;

/** Sends identical reads of several items once. A response is kept until the last item has used it. */
export class SharedReads {
	private readonly reads = new Map<string, SharedRead>();

	constructor(
		private readonly run: Run,
		plans: Array<Plan | undefined>,
	) {
		for (const given of plans) {
			const plan = given?.lookup ?? given;
			if (!plan || plan.operation.method !== 'GET' || !plan.options.reuseReads) continue;
			const { maxWaitMs, timeoutMs } = plan.call;
			const known = this.reads.get(keyOf(plan)) ?? { left: 0, times: { maxWaitMs, timeoutMs } };
			this.reads.set(keyOf(plan), {
				left: known.left + 1,
				times: {
					maxWaitMs: Math.max(maxWaitMs, known.times.maxWaitMs),
					timeoutMs: Math.max(timeoutMs, known.times.timeoutMs),
				},
			});
		}
	}

	/** Sends the read without sharing it. */
	async request({ operation, call }: Plan, times?: SharedRead['times']): Promise<RecordList> {
		const body = await send(this.run, { ...call, ...times });
		return recordList(recordsOf(this.run.context, operation, body));
	}

	/** The records for one item. */
	async read(plan: Plan): Promise<Result> {
		const read = this.reads.get(keyOf(plan));
		if (!read) return { list: await this.request(plan), isShared: false };
		const isFirst = read.list === undefined;
		read.list ??= this.request(plan, read.times);
		read.left--;
		if (read.left === 0) this.reads.delete(keyOf(plan));
		// The last item copies too, because others might still be using the records.
		const isShared = !isFirst || read.left > 0;
		const list = await read.list;
		if (!isFirst) this.run.usage.reused++;
		return { list, isShared };
	}
}
