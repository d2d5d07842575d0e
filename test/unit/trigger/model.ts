import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

/** A lead with an ID that only the test knows, because the service shows none. */
export interface TrueLead {
	uid: number;
	record: IDataObject;
}

/** One thing that happens between two polls. `at` picks a lead, `conversation` a conversation. */
export type Change =
	| { kind: 'add'; conversation: number; at: number }
	| { kind: 'edit'; at: number; field: 'firstName' | 'email' | 'phone' | 'status' | 'contact' }
	| { kind: 'remove'; at: number }
	| { kind: 'return'; at: number };

export interface Step {
	changes: Change[];
	/** Seed of a new order of the list, or as it was. */
	shuffle: number | null;
}

const at = fc.nat(1000);
const change: fc.Arbitrary<Change> = fc.oneof(
	// 0: a record without a conversation
	fc.record({ kind: fc.constant('add' as const), conversation: fc.nat(4), at }),
	fc.record({
		kind: fc.constant('edit' as const),
		at,
		field: fc.constantFrom('firstName', 'email', 'phone', 'status', 'contact' as const),
	}),
	fc.record({ kind: fc.constant('remove' as const), at }),
	fc.record({ kind: fc.constant('return' as const), at }),
);

export const steps: fc.Arbitrary<Step[]> = fc.array(
	fc.record({
		changes: fc.array(change, { maxLength: 6 }),
		shuffle: fc.option(fc.nat(), { nil: null }),
	}),
	{ minLength: 1, maxLength: 12 },
);

/** The expected result of one step. */
export interface Happened {
	added: number[];
	returned: number[];
	/** Names of the fields that differ from the last list, by lead. */
	edited: Map<number, Set<string>>;
}

/**
 * The leads of a service. Two changes of one step that nobody can tell apart are not both made: a lead
 * that leaves a conversation while another comes into it, and one whose contacts are all new, beside others that change.
 */
export class World {
	leads: TrueLead[] = [];
	private gone: TrueLead[] = [];
	private next = 1;

	step({ changes, shuffle }: Step): Happened {
		const happened: Happened = { added: [], returned: [], edited: new Map() };
		const touched = new Map<string, Set<string>>();
		const kinds = (conversation: unknown) => {
			const key = String(conversation);
			if (!touched.has(key)) touched.set(key, new Set());
			return touched.get(key) as Set<string>;
		};
		for (const made of changes) this.make(made, kinds, happened);
		if (shuffle !== null) this.shuffle(shuffle);
		return happened;
	}

	private make(
		made: Change,
		kinds: (conversation: unknown) => Set<string>,
		happened: Happened,
	): void {
		const { added, returned, edited } = happened;
		if (made.kind === 'add') {
			const lead = this.create(made.conversation);
			const others = kinds(lead.record.agentConversationId ?? lead.record.email);
			if (['remove', 'contact'].some((kind) => others.has(kind))) return;
			others.add('add');
			this.leads.splice(made.at % (this.leads.length + 1), 0, lead);
			added.push(lead.uid);
			return;
		}
		const from = made.kind === 'return' ? this.gone : this.leads;
		if (from.length === 0) return;
		const place = made.at % from.length;
		const lead = from[place];
		const others = kinds(lead.record.agentConversationId ?? lead.record.email);
		if (made.kind === 'return') {
			if (others.has('contact') || others.has('remove')) return;
			others.add('return');
			this.gone.splice(place, 1);
			this.leads.push(lead);
			returned.push(lead.uid);
		} else if (made.kind === 'remove') {
			if (others.size > 0) return;
			others.add('remove');
			this.leads.splice(place, 1);
			this.gone.push(lead);
		} else if (!added.includes(lead.uid) && !returned.includes(lead.uid)) {
			this.edit(lead, made.field, others, edited);
		}
	}

	private edit(
		lead: TrueLead,
		field: string,
		others: Set<string>,
		edited: Map<number, Set<string>>,
	): void {
		const whole = field === 'contact';
		// Without a conversation, only the email address identifies a lead.
		if (!lead.record.agentConversationId && (whole || field === 'email')) return;
		// Its first contact field can have changed in this step already.
		const done = edited.get(lead.uid) ?? new Set();
		const names = whole ? ['email', 'phone'] : [field];
		const all = [...done, ...names];
		const beyond = all.includes('email') && all.includes('phone');
		// Then it is another lead.
		if (beyond && all.includes('firstName')) return;
		if (beyond && others.size > (others.has('contact') ? 1 : 0)) return;
		others.add(beyond ? 'contact' : 'edit');
		for (const name of names) {
			lead.record = { ...lead.record, [name]: `${name}-${this.next++}` };
			done.add(name);
		}
		edited.set(lead.uid, done);
	}

	private create(conversation: number): TrueLead {
		const uid = this.next++;
		const record: IDataObject = {
			...(conversation > 0 && { agentConversationId: `conv_${conversation}` }),
			clientOrgId: 'org_1',
			firstName: `first-${uid}`,
			lastName: 'Same',
			email: `lead-${uid}@example.com`,
			phone: `+1 555 ${uid}`,
			status: 'interested',
		};
		return { uid, record };
	}

	private shuffle(seed: number): void {
		let state = seed + 1;
		for (let index = this.leads.length - 1; index > 0; index--) {
			state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
			const other = state % (index + 1);
			[this.leads[index], this.leads[other]] = [this.leads[other], this.leads[index]];
		}
	}
}
