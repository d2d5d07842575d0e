/**
 * Creates that must not be sent a second time. n8n's Retry On Fail runs the whole node again for all items and keeps
 * nothing for it, so what was sent is remembered here, for as long as n8n keeps the execution in memory.
 */

import type { IContextObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../model/problem';
import { send, type Run } from '../transport/send';
import { recordList, type Result } from './output';
import type { Plan } from './plan';
import type { SharedReads } from './sharedReads';

/** A create that succeeded, or might have. */
interface SentCreate {
	itemIndex: number;
	body: IDataObject;
	/** The account and list in which to find it, if the user chose to look. */
	listKey?: string;
	/** What was created. */
	records?: IDataObject[];
	/** Why it is not known whether it was created. */
	problem?: Problem;
}

/** By the object that n8n hands to all tries of a node in one execution, then by run of the node, as in a loop. */
const executions = new WeakMap<IContextObject, Map<number, SentCreate[]>>();

function sentIn(context: IExecuteFunctions): SentCreate[] {
	const execution = context.getContext('node');
	const runs = executions.get(execution) ?? new Map<number, SentCreate[]>();
	executions.set(execution, runs);
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const sent = runs.get($runIndex) ?? [];
	runs.set($runIndex, sent);
	return sent;
}

/** The Problem of an item whose record an earlier item might have created. */
function unknownRecord(problem: Problem): Problem {
	return problem.with({
		kind: 'status',
		message: 'Request not sent, because a previous item might already have created this record',
		detail: problem.message,
		inDoubt: true,
	});
}

/** The records are also kept for other tries and items. */
const shared = (records: IDataObject[]): Result => ({ list: recordList(records), isShared: true });

/** Sends the creates of one try. */
export class Creates {
	private readonly sent: SentCreate[];

	constructor(
		private readonly run: Run,
		context: IExecuteFunctions,
		private readonly reads: SharedReads,
	) {
		this.sent = sentIn(context);
	}

	/**
	 * The created records, or those that exist already.
	 * @throws {Problem} when nothing was created, or it is not known
	 */
	async create(plan: Plan, itemIndex: number): Promise<Result> {
		const { call, lookup } = plan;
		const { usage } = this.run;
		const own = this.sent.find((create) => create.itemIndex === itemIndex);
		if (own?.records) {
			usage.alreadyDone++;
			return shared(own.records);
		}
		const existing = await this.existing(plan, itemIndex);
		if (existing) {
			usage.existing++;
			return shared(existing);
		}
		if (own?.problem) throw own.problem;

		const [outcome] = await Promise.allSettled([this.request(plan)]);
		const create = { itemIndex, body: call.request.body ?? {}, listKey: lookup?.requestKey };
		if (outcome.status === 'fulfilled') {
			this.sent.push({ ...create, records: outcome.value });
			return shared(outcome.value);
		}
		const problem: unknown = outcome.reason;
		if (problem instanceof Problem) {
			// The service has responded, so it was created, even if the response makes no sense.
			problem.inDoubt ||= problem.kind === 'response';
			if (problem.inDoubt) this.sent.push({ ...create, problem });
		}
		throw problem;
	}

	private async request({ operation, call }: Plan): Promise<IDataObject[]> {
		return operation.records(await send(this.run, call));
	}

	/**
	 * The record that would be created, if the user chose to look for it and it exists.
	 * @throws {Problem} when the list cannot be read, or an earlier item might have created the record, although the list
	 * does not contain it yet
	 */
	private async existing(plan: Plan, itemIndex: number): Promise<IDataObject[] | undefined> {
		const { operation, lookup, call } = plan;
		if (!operation.existing || !lookup) return undefined;
		const { matches } = operation.existing;
		const body = call.request.body ?? {};
		const same = this.sent.filter(
			(create) => create.listKey === lookup.requestKey && matches(create.body, body),
		);
		const created = same.find(({ records }) => records);
		if (created) return created.records;
		// The list that was read can be older than these creates.
		const isOld = same.length > 0;
		const { records } = isOld
			? await this.reads.request(lookup)
			: (await this.reads.read(lookup)).list;
		const found = records.find((record) => matches(record, body));
		if (found) return [found];
		const doubt = same.find((create) => create.itemIndex !== itemIndex)?.problem;
		if (doubt) throw unknownRecord(doubt);
		return undefined;
	}
}
