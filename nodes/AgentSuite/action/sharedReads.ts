import type { IDataObject } from 'n8n-workflow';

import { recordsOf } from '../transport/readRecords';
import { send, type Run } from '../transport/send';
import type { Plan } from './plan';
import type { Turns } from './turns';

/** The records of a response, and whether other items use them. */
interface Read {
	records: IDataObject[];
	shared: boolean;
}

interface SharedRead {
	/** Number of items still to come. */
	left: number;
	/** Read and checked once. Items filter these records and copy what they return. */
	records?: Promise<IDataObject[]>;
}

/** Sends identical reads of several items once. A response is kept until the last item has used it. */
export class SharedReads {
	private readonly reads = new Map<string, SharedRead>();

	constructor(
		private readonly run: Run,
		plans: Array<Plan | undefined>,
		private readonly turns: Turns,
	) {
		for (const given of plans) {
			const plan = given?.lookup ?? given;
			if (!plan || plan.operation.method !== 'GET' || !plan.options.reuseReads) continue;
			const read = this.reads.get(plan.requestKey);
			if (read) read.left++;
			else this.reads.set(plan.requestKey, { left: 1 });
		}
	}

	/** Sends the read without sharing it. */
	async request({ operation, parameters, call }: Plan): Promise<IDataObject[]> {
		const answer = await send(this.run, call);
		// n8n has parsed the response in one go.
		await this.turns.next();
		const records = recordsOf(this.run.context, operation, answer);
		await this.turns.next();
		const steps = operation.prepare?.(records, parameters);
		while (steps && !steps.next().done) await this.turns.next();
		return records;
	}

	/** The records for one item. */
	async read(plan: Plan): Promise<Read> {
		const read = this.reads.get(plan.requestKey);
		if (!read) return { records: await this.request(plan), shared: false };
		const isFirst = read.records === undefined;
		read.records ??= this.request(plan);
		read.left--;
		if (read.left === 0) this.reads.delete(plan.requestKey);
		// Decided before other items come. The last one copies too, because others might still be using the records.
		const shared = !isFirst || read.left > 0;
		const records = await read.records;
		if (!isFirst) this.run.usage.reused++;
		return { records, shared };
	}
}
