import type { IDataObject } from 'n8n-workflow';

import type { Plan } from './plan';
import type { SharedReads } from './sharedReads';

/** What this run has created in one account, or can have: the list might have been read before. */
interface Created {
	body: IDataObject;
	/** None while it is not known whether it was created. */
	records?: IDataObject[];
}

/** Looks for what a write would create, where the user asks for that. */
export class Existing {
	/** By the account's list. */
	private readonly accounts = new Map<string, Created[]>();

	constructor(private readonly reads: SharedReads) {}

	/**
	 * What the write of this plan would create, if it exists.
	 * @throws {Problem} when the list cannot be read: then the write must not be sent
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
		return found && [found];
	}

	private note({ lookup, call }: Plan, records?: IDataObject[]): void {
		if (!lookup) return;
		const known = this.accounts.get(lookup.requestKey) ?? [];
		known.push({ body: call.request.body ?? {}, records });
		this.accounts.set(lookup.requestKey, known);
	}

	created(plan: Plan, records: IDataObject[]): void {
		this.note(plan, records);
	}

	/** A write that might have been done: later items with the same record read the list again. */
	inDoubt(plan: Plan): void {
		this.note(plan);
	}
}
