import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import { steadyClock } from '../../transport/clock';
import type { RunUsage } from '../../transport/run/runUsage';
import { inTime } from './inTime';

/** How long a read counts for other triggers, from its start, ms. So no trigger sees a list that is older. */
const SHARED_MS = 60_000;

/** How much longer a trigger waits for a read of another one than its poll can take, ms: that ends by itself at about the same time. */
const MARGIN_MS = 1000;

type ReadList = () => Promise<IDataObject[]>;

/** One read of a list of the service. */
interface Read {
	/** By the steady clock, ms. */
	beganAt: number;
	/** The trigger that reads, and those that have used it. A trigger uses a read only once, so the next one is newer. */
	usedBy: Set<string>;
	/** Of the trigger that reads. */
	usage: RunUsage;
	/** Nobody may change them. */
	records: Promise<IDataObject[]>;
}

/** A trigger that wants a list. */
export interface Reader {
	/** By workflow and node. */
	trigger: string;
	/** What its poll costs. */
	usage: RunUsage;
	/** When its poll has to be over, by the steady clock, ms. */
	deadline: number;
}

/** The other trigger can have a later deadline. */
const notReadInTime = () =>
	new Problem({
		kind: 'connection',
		message: 'Another trigger did not read the list in time',
		description: 'A later poll tries again.',
		failure: { cause: 'temporarily-unavailable' },
	});

/** The last read of each list with each credential in this process, until a trigger reads after its minute. */
export const sharedLists = new Map<string, Read>();

const isOver = ({ beganAt }: Read) => steadyClock.now() - beganAt >= SHARED_MS;

/** Nobody can use them any more. */
function forgetOld(): void {
	for (const [list, read] of sharedLists) if (isOver(read)) sharedLists.delete(list);
}

/** Reads a list for all. Nothing is left of a failed read. */
async function readForAll(list: string, { trigger, usage }: Reader, readList: ReadList) {
	const beganAt = steadyClock.now();
	const records = readList();
	const read: Read = { beganAt, usedBy: new Set([trigger]), usage, records };
	sharedLists.set(list, read);
	records.catch(() => {
		if (sharedLists.get(list) === read) sharedLists.delete(list);
	});
	return await records;
}

/**
 * The list that another trigger has just read, or is reading, or else a new one.
 * @param list the list, and what it is read with
 * @param readList reads it. Without it, only a list of another trigger counts.
 * @throws {Problem} if its own read fails, or one that it waited for
 */
export async function shareOrRead(
	list: string,
	reader: Reader,
	readList?: ReadList,
): Promise<IDataObject[] | undefined> {
	forgetOld();
	const read = sharedLists.get(list);
	// Nothing waits before a new read is noted, so that two triggers do not begin one each.
	if (!read || read.usedBy.has(reader.trigger))
		return readList && (await readForAll(list, reader, readList));
	read.usedBy.add(reader.trigger);
	const records = inTime(read.records, reader.deadline + MARGIN_MS, notReadInTime);
	records.catch(() => {
		// What it might have cost counts for each, so that they do not pay one after another for a service that is silent.
		if (readList) reader.usage.perhapsSpent += read.usage.spent + read.usage.perhapsSpent;
	});
	return await records;
}
