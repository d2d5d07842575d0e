import type { Pending } from './pending';

/**
 * The records of a lane: those that have not failed alone in it, in the order in which they came, and the others, least recently
 * tried first. A record keeps its place while a piece with it is in progress.
 */
export class Queue {
	private readonly untried = new Set<Pending>();
	private readonly tried = new Set<Pending>();

	get isEmpty(): boolean {
		return this.untried.size + this.tried.size === 0;
	}

	has(record: Pending): boolean {
		return this.untried.has(record) || this.tried.has(record);
	}

	/** One that is in it keeps its place. */
	add(record: Pending): void {
		if (!this.tried.has(record)) this.untried.add(record);
	}

	/** It has failed alone. If it was sent from elsewhere, it was not tried in this lane. */
	putLast(record: Pending): void {
		const wasSent = this.has(record);
		this.delete(record);
		(wasSent ? this.tried : this.untried).add(record);
	}

	delete(record: Pending): void {
		this.untried.delete(record);
		this.tried.delete(record);
	}

	/** Those that can go in this round, in order. @param triedFirst whether those that have failed alone go before the others */
	*ready(round: number, triedFirst: boolean): Generator<Pending> {
		const { untried, tried } = this;
		for (const records of triedFirst ? [tried, untried] : [untried, tried])
			for (const record of records)
				if (record.at === 'lane' && record.triedIn !== round) yield record;
	}

	/** The newest of those that have not failed alone, or else the one that was tried least recently. */
	newest(round: number): Pending | undefined {
		const ready = [...this.ready(round, false)];
		return ready.findLast((record) => this.untried.has(record)) ?? ready.at(0);
	}
}
