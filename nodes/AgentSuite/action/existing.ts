import type { IDataObject } from 'n8n-workflow';

import type { Problem } from '../model/problem';
import type { Plan } from './plan';
import type { SharedReads } from './sharedReads';

/** A record that this run created, or might have created. The list that was read can be older. */
interface Created {
	body: IDataObject;
	records?: IDataObject[];
	/** Why it is not known whether it was created. */
	problem?: Problem;
}

/** The Problem of an item whose record an earlier item might have created. */
function unknownRecord(problem: Problem): Problem {
	return problem.with({
		kind: 'status',
		message: 'Request not sent, because an earlier item might have created the same record',
		detail: problem.message,
		inDoubt: true,
	});
}

/** Looks for the record that a write would create, if the user chose that option. */
export class Existing {
	/** By list and account. */
	private readonly accounts = new Map<string, Created[]>();

	constructor(private readonly reads: SharedReads) {}

	/**
	 * The record that the write would create, if it exists.
	 * @throws {Problem} when the write must not be sent: the list cannot be read, or an earlier item might have created the
	 * record, although the list does not contain it yet
	 */
	async find({ operation: { existing }, lookup, call }: Plan): Promise<IDataObject[] | undefined> {
		if (!existing || !lookup) return undefined;
		const body = call.request.body ?? {};
		const own = this.accounts
			.get(lookup.requestKey)
			?.filter((one) => existing.matches(one.body, body));
		const created = own?.find(({ records }) => records);
		if (created) return created.records;
		const records = own?.length
			? await this.reads.request(lookup)
			: (await this.reads.read(lookup)).records;
		const found = records.find((record) => existing.matches(record, body));
		if (found) return [found];
		if (own?.[0]?.problem) throw unknownRecord(own[0].problem);
		return undefined;
	}

	private note({ lookup, call }: Plan, outcome: Omit<Created, 'body'>): void {
		if (!lookup) return;
		const known = this.accounts.get(lookup.requestKey) ?? [];
		known.push({ body: call.request.body ?? {}, ...outcome });
		this.accounts.set(lookup.requestKey, known);
	}

	created(plan: Plan, records: IDataObject[]): void {
		this.note(plan, { records });
	}

	/** Notes that a write might have been done, so that later items with the same record read the list again. */
	inDoubt(plan: Plan, problem: Problem): void {
		this.note(plan, { problem });
	}
}
