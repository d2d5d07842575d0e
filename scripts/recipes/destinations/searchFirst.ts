/** For services that cannot create or update in one step. Searches for the record, then creates or updates it. */
import { ifTrue } from '../nodes';
import { nodeReason, row, type Place } from '../skeleton';
import type { Link, NodeSpec } from '../workflow';

export interface SearchFirst {
	/** The record: "person". */
	record: string;
	/** The service: "Pipedrive". */
	title: string;
	/** Looks up the lead key. Returns nothing if there is none. */
	search: NodeSpec;
	create: NodeSpec;
	/** Takes the record's id from `recordIdOf`. */
	update: NodeSpec;
}

/** The ID of the record, known from an earlier run or just found. */
export const foundId = "$('Loop Over Items').first().json.recordId || $json.id";

/** A title for the lead: its name, or else its contact. */
export const leadName = `={{ [${row}.firstName, ${row}.lastName].filter(Boolean).join(' ') || ${row}.email || ${row}.phone }}`;

const hasId = '!!$json.id && $json.leadKey === undefined';

/** The nodes and their links. A known lead is not looked up again. */
export function searchFirst({ title, record, search, create, update }: SearchFirst) {
	const known = `Known to ${title}?`;
	const found = `Is there a ${record}?`;
	const none = `Is there none?`;
	return {
		width: 4,
		arrived: hasId,
		recordId: '$json.id',
		reason: nodeReason,
		first: known,
		nodes: (place: Place): NodeSpec[] => [
			ifTrue(known, place(0, 0), '!!$json.recordId'),
			{
				...search,
				position: place(1, 1),
				// A search that failed must not look like one that found nothing.
				onError: 'continueRegularOutput',
				alwaysOutputData: true,
			},
			ifTrue(found, place(2, 1), hasId),
			ifTrue(none, place(2, 2), 'Object.keys($json).length === 0'),
			{ ...update, position: place(3, 0), onError: 'continueErrorOutput' },
			{ ...create, position: place(3, 1), onError: 'continueErrorOutput' },
		],
		links: ({ arrived, failed }: { arrived: string; failed: string }): Link[] => [
			[known, update.name, 0],
			[known, search.name, 1],
			[search.name, found],
			[found, update.name, 0],
			[found, none, 1],
			[none, create.name, 0],
			[none, failed, 1],
			[update.name, arrived, 0],
			[update.name, failed, 1],
			[create.name, arrived, 0],
			[create.name, failed, 1],
		],
	};
}
