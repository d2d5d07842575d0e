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
	/** Run of the node, as in a loop, and index of the item. */
	item: string;
	account: string;
	body: IDataObject;
	/** What was created. */
	records?: IDataObject[];
	/** Why it is not known whether it was created. */
	problem?: Problem;
}

/** By the object that n8n hands to all tries of a node in one execution. */
const executions = new WeakMap<IContextObject, SentCreate[]>();

/** The records are also kept for other tries and items. */
const shared = (records: IDataObject[]): Result => ({ list: recordList(records), isShared: true });

/** Sends the creates of one try. */
export class Creates {
	private readonly sent: SentCreate[];
	private readonly runIndex: number;

	constructor(
		private readonly run: Run,
		context: IExecuteFunctions,
		private readonly reads: SharedReads,
	) {
		const execution = context.getContext('node');
		this.sent = executions.get(execution) ?? [];
		executions.set(execution, this.sent);
		this.runIndex = context.getWorkflowDataProxy(0).$runIndex;
	}

	/** The created or existing records. @throws {Problem} when nothing was created, or it is not known */
	async create(plan: Plan, itemIndex: number): Promise<Result> {
		const { call, operation } = plan;
		const { usage } = this.run;
		const create: SentCreate = {
			item: `${this.runIndex} ${itemIndex}`,
			account: call.connection.account,
			body: call.request.body ?? {},
		};
		const own = this.sent.find(({ item }) => item === create.item);
		if (own?.records) {
			usage.alreadyDone++;
			return shared(own.records);
		}
		const existing = await this.existing(plan, create);
		if (existing) {
			usage.existing++;
			return shared(existing);
		}
		if (own?.problem) throw own.problem;

		const sending = send(this.run, call).then((body) => operation.records(body));
		const [outcome] = await Promise.allSettled([sending]);
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

	/**
	 * The record that would be created, if the user chose to look for it and it exists.
	 * @throws {Problem} when the list cannot be read, or another item might have created the record, although the list
	 * does not contain it yet
	 */
	private async existing(
		{ operation, lookup }: Plan,
		{ item, account, body }: SentCreate,
	): Promise<IDataObject[] | undefined> {
		if (!operation.existing || !lookup) return undefined;
		const { matches } = operation.existing;
		const same = this.sent.filter((sent) => sent.account === account && matches(sent.body, body));
		const created = same.find(({ records }) => records);
		if (created) return created.records;
		// The list that was read can be older than these creates.
		const isOld = same.length > 0;
		const { records } = isOld
			? await this.reads.request(lookup)
			: (await this.reads.records(lookup)).list;
		const found = records.find((record) => matches(record, body));
		if (found) return [found];
		const doubt = same.find((sent) => sent.item !== item)?.problem;
		if (!doubt) return undefined;
		throw doubt.with({
			kind: 'status',
			message: 'Request not sent, because a previous item might already have created this record',
			detail: doubt.message,
			inDoubt: true,
		});
	}
}
