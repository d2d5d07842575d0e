import { Problem } from '../model/problem';

/** Failing polls in a row that are only logged. */
const QUIET_POLLS = 3;
/** How long polls may fail before it is reported however few they were, ms. */
const QUIET_MS = 15 * 60_000;
/** An outage that lasts is reported again after so long, ms. */
const REMIND_MS = 24 * 3_600_000;
/** Outages kept at most; the oldest go first. */
const MOST = 1000;

interface Outage {
	since: number;
	polls: number;
	reported?: number;
}

/** By workflow and node. n8n loads this module once per process; a restart begins to count anew. */
const outages = new Map<string, Outage>();

/** Whether a failure may be over by the next poll. */
export function isTransient({ kind, status, failure }: Problem): boolean {
	if (failure?.cause === 'rate-limited' || failure?.cause === 'temporarily-unavailable')
		return true;
	if (failure !== undefined) return false;
	return kind === 'connection' || (status !== undefined && status >= 500);
}

/** Ends an outage: a poll has succeeded. */
export function recovered(key: string): void {
	outages.delete(key);
}

/**
 * Counts a failed poll.
 * @returns the error to report once it has lasted long enough: one for each outage; else undefined
 */
export function failed(key: string, problem: Problem, now: number): Problem | undefined {
	const outage = outages.get(key) ?? { since: now, polls: 0 };
	outage.polls++;
	outages.set(key, outage);
	const [oldest] = outages.keys();
	if (outages.size > MOST) outages.delete(oldest);

	const lasts = outage.polls > QUIET_POLLS || now - outage.since >= QUIET_MS;
	const told = outage.reported !== undefined && now - outage.reported < REMIND_MS;
	if (!lasts || told) return undefined;
	outage.reported = now;
	const { kind, message, description, status, failure } = problem;
	return new Problem({
		kind,
		status,
		message: `${message} (${outage.polls} polls have failed since ${new Date(outage.since).toISOString()})`,
		description: `${description} Nothing is lost: the next poll that succeeds finds all that is new since the last one that did.`,
		failure: failure ?? { cause: 'temporarily-unavailable' },
	});
}
