import type { IDataObject } from 'n8n-workflow';

import { send, type Run } from '../transport/send';
import type { Plan } from './plan';

/** Records of a response, and whether other items get some of the same ones. */
interface Read {
	records: IDataObject[];
	shared: boolean;
}

interface SharedRead {
	/** Items that are still to come. */
	left: number;
	/** Read and checked once, and the only copy: items filter it and copy what they put out. */
	records?: Promise<IDataObject[]>;
}

/** Sends reads that several items have in common once. A response is kept only while an item that needs it is to come. */
export class SharedReads {
	private readonly reads = new Map<string, SharedRead>();

	constructor(
		private readonly run: Run,
		plans: Array<Plan | undefined>,
		/** Told how many empty records of a list were skipped. */
		private readonly onSkipped: (count: number) => void,
	) {
		for (const given of plans) {
			const plan = given?.lookup ?? given;
			if (!plan || plan.operation.method !== 'GET' || !plan.options.reuseReads) continue;
			const read = this.reads.get(plan.requestKey);
			if (read) read.left++;
			else this.reads.set(plan.requestKey, { left: 1 });
		}
	}

	/** The records as they are now. */
	async request({ operation, call }: Plan): Promise<IDataObject[]> {
		return operation.records(await send(this.run, call), this.onSkipped);
	}

	/** The records for one item. */
	async read(plan: Plan): Promise<Read> {
		const read = this.reads.get(plan.requestKey);
		if (!read) return { records: await this.request(plan), shared: false };
		const isFirst = read.records === undefined;
		read.records ??= this.request(plan);
		read.left--;
		if (read.left === 0) this.reads.delete(plan.requestKey);
		// Settled before others come: the last one copies too, since they can still be at it.
		const shared = !isFirst || read.left > 0;
		const records = await read.records;
		if (!isFirst) this.run.usage.reused++;
		return { records, shared };
	}
}
