/**
 * Writes that must not be repeated when n8n's Retry On Fail runs the whole node again. n8n keeps nothing for the node
 * between two tries, so the writes are kept in the process for as long as n8n can try again.
 */

import type { IDataObject } from 'n8n-workflow';

import type { Problem } from '../model/problem';

/** The result of a write: its output as JSON, or why it must not be repeated. */
type Outcome = { output: string } | { problem: Problem };

interface Kept {
	/** By item. */
	outcomes: Map<number, Outcome>;
	/** Tries in progress. */
	active: number;
	/** When the last try ended, ms since the epoch. */
	endedAt: number;
}

/** Age at which the writes of an ended try are forgotten, ms. n8n waits at most 5 s before the next try. */
const MAX_PAUSE_MS = 5 * 60_000;
/** Maximum size of all outputs together. Above it, only the short fields of an output are kept. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum length of a short field, as JSON. */
const SHORT = 200;

const runs = new Map<string, Kept>();
let bytes = 0;

function forget(key: string): void {
	for (const outcome of runs.get(key)?.outcomes.values() ?? []) {
		if ('output' in outcome) bytes -= outcome.output.length;
	}
	runs.delete(key);
}

/** The short fields of an item, such as IDs and names. */
function shortFields(item: IDataObject): IDataObject {
	const fields = Object.entries(item).filter(([, value]) => JSON.stringify(value).length <= SHORT);
	return { ...Object.fromEntries(fields), note: 'Long fields of an earlier try were not kept.' };
}

/** The writes of one run of the node, over all its tries. */
export class Writes {
	/**
	 * Begins a try.
	 * @param key shared by all tries of a run, and by no other run
	 */
	constructor(
		private readonly key: string,
		now: number,
	) {
		for (const [other, { active, endedAt }] of runs) {
			if (active === 0 && now - endedAt > MAX_PAUSE_MS) forget(other);
		}
		const kept = runs.get(key) ?? { outcomes: new Map<number, Outcome>(), active: 0, endedAt: now };
		kept.active++;
		runs.set(key, kept);
	}

	/** Whether an earlier try has done the write. */
	isDone(itemIndex: number): boolean {
		const outcome = runs.get(this.key)?.outcomes.get(itemIndex);
		return outcome !== undefined && 'output' in outcome;
	}

	/**
	 * The output of a write that an earlier try has done.
	 * @throws {Problem} when it might have been done and must not be repeated
	 */
	earlier(itemIndex: number): IDataObject[] | undefined {
		const outcome = runs.get(this.key)?.outcomes.get(itemIndex);
		if (!outcome) return undefined;
		if ('problem' in outcome) throw outcome.problem;
		return JSON.parse(outcome.output) as IDataObject[];
	}

	private keep(itemIndex: number, outcome: Outcome): void {
		runs.get(this.key)?.outcomes.set(itemIndex, outcome);
	}

	done(itemIndex: number, items: IDataObject[]): void {
		const whole = JSON.stringify(items);
		const output =
			bytes + whole.length <= MAX_BYTES ? whole : JSON.stringify(items.map(shortFields));
		bytes += output.length;
		this.keep(itemIndex, { output });
	}

	inDoubt(itemIndex: number, problem: Problem): void {
		this.keep(itemIndex, { problem });
	}

	/** Ends the try. n8n only tries again after a failure. */
	end(failed: boolean, now: number): void {
		const kept = runs.get(this.key);
		if (!kept) return;
		kept.active--;
		kept.endedAt = now;
		if (kept.active === 0 && (!failed || kept.outcomes.size === 0)) forget(this.key);
	}
}
