import { setTimeout as pause } from 'node:timers/promises';

import { Crm, type CrmReply } from '../support/standIns/crm';

interface Body {
	key: string;
	email: string;
	execution: string;
}

export interface Write extends Body {
	/** The workflow that sent it. */
	subject: string;
	/** Milliseconds since 1970. */
	at: number;
}

/** It refuses some records, has no capacity, does not respond, or writes and loses the connection. */
export const conditions = ['fine', 'refuse', 'busy', 'hang', 'drop'] as const;
export type Condition = (typeof conditions)[number];

/** Longest time before and after a write, ms. Kills hit both. */
const SLOWEST = 700;

/** A CRM that creates or updates records by key, and remembers every write. */
export class Destination extends Crm<Body> {
	/** The keys it refuses while its condition is `refuse`. */
	readonly refused = new Set<string>();
	condition: Condition = 'fine';

	constructor(random: () => number) {
		super(() => random() * SLOWEST);
		this.reply = async ({ body }) => await this.replyTo(body);
	}

	get writes(): Write[] {
		return this.written.map(({ path, body, at }) => ({ ...body, subject: path, at }));
	}

	private async replyTo({ key }: Body): Promise<CrmReply> {
		if (this.condition === 'refuse') return this.refused.has(key) ? 'refuse' : 'accept';
		if (this.condition === 'busy') return 'limit';
		if (this.condition === 'drop') return 'drop';
		if (this.condition === 'fine') return 'accept';
		while (this.condition === 'hang') await pause(100);
		return 'unavailable';
	}
}
