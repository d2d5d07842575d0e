import type { IDataObject } from 'n8n-workflow';

import type { Plan } from './plan';
import type { SharedReads } from './sharedReads';

/** A record that this run created, or might have created. The list that was read can be older. */
interface Created {
	body: IDataObject;
	/** Undefined if it is not known whether it was created. */
	records?: IDataObject[];
}

/** Looks for the record that a write would create, if the user chose that option. */
export class Existing {
	/** By list and account. */
	private readonly accounts = new Map<string, Created[]>();

	constructor(private readonly reads: SharedReads) {}

	/**
	 * The record that the write would create, if it exists.
	 * @throws {Problem} when the list cannot be read, so that the write must not be sent
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

	/** Notes that a write might have been done, so that later items with the same record read the list again. */
	inDoubt(plan: Plan): void {
		this.note(plan);
	}
}
