import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { homeOrg, otherOrg } from '../../sandbox/records';
import type { Fault } from '../../sandbox';
import type { Dice } from './checks';
import { one, range, writeOf, type What } from './plan';
import type { Remote } from './remote';

/** Maximum number of requests for a refused token in the windows of the soak. */
const REFUSED_WINDOW = 5;
const REFUSED_ITEMS = 12;

/**
 * Reads with a token that was revoked, or whose balance is empty. The window allows few requests at a time, so a
 * response arrives before the next ones can be sent.
 */
export function refused(dice: Dice, run: number): What {
	const why = dice.pick(['revoked', 'empty']);
	return {
		operation: 'lead.get',
		parameters: { leadId: '={{ $json.id }}' },
		items: Array.from({ length: REFUSED_ITEMS }, (_, item) => ({ id: `${why}_${run}_${item}` })),
		// No item is expected.
		gives: () => ({ least: 1, most: 0 }),
		credential: {
			accessToken: `nobody-${run}`,
			requestsPerMinute: 0,
			requestsPerHour: REFUSED_WINDOW,
		},
		options: { reuseReads: false, maxWait: 60, maxTokens: 0 },
		settings: { retryOnFail: false },
		runs: 1,
	};
}

/** Items of two organizations, each with its own token. */
export function accounts(dice: Dice, run: number, { known: { tokens } }: Remote): What {
	const tokenOf: Record<string, string> = { [homeOrg]: tokens.admin, [otherOrg]: tokens.otherOrg };
	const items = range(dice, 5).map((_, item) => ({
		key: `write ${run} ${item}`,
		org: dice.pick([homeOrg, otherOrg]),
	}));
	// Not in the items, because execution data contains them.
	const byItem: ICredentialDataDecryptedObject = {
		accessToken: `={{ (${JSON.stringify(tokenOf)})[$json.org] }}`,
	};
	const ofItem = (item: number, { clientOrgId }: IDataObject) => clientOrgId === items[item].org;
	if (dice.chance(0.5)) {
		return {
			operation: 'lead.getAll',
			parameters: { returnAll: false, limit: 1 },
			items,
			gives: () => one,
			fits: ofItem,
			credential: byItem,
		};
	}
	return {
		operation: 'seoPlatform.create',
		parameters: {
			name: '={{ $json.key }}.{{ $runIndex }}@{{ Date.now() }}',
			platformType: 'other',
			customType: 'shopify',
			config: '={{ { of: $json.key } }}',
		},
		items,
		gives: () => one,
		fits: ofItem,
		keyOf: (item) => items[item].key,
		tokenOf: (item) => tokenOf[items[item].org],
		credential: byItem,
	};
}

/** Looks up leads by an email that some items do not have. */
export function filters(dice: Dice, { known: { emails } }: Remote): What {
	const items = range(dice, 8).map(() => ({
		email: dice.chance(0.5) ? dice.pick(emails) : dice.pick(['', '  ', null, undefined]),
	}));
	const emailOf = (item: number) => items[item].email?.trim() ?? '';
	return {
		operation: 'lead.getAll',
		parameters: { returnAll: true, filters: { email: '={{ $json.email }}' } },
		items,
		gives: (item) => ({ least: emailOf(item) ? 1 : 0, most: emailOf(item) ? Infinity : 0 }),
		fits: (item, { email }) => email === emailOf(item),
	};
}

/** A fault, and the plan that meets it while nothing else runs. */
export interface Drill {
	fault: Fault;
	what: What;
}

const allLeads: What = {
	operation: 'lead.getAll',
	parameters: { returnAll: true },
	items: [{}],
	gives: () => ({ least: 1, most: Infinity }),
};
const tries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

/** Run in turn, one per pause of the soak. */
export const drills: Array<(run: number) => Drill> = [
	// When n8n runs the node again, the first create is done and the second is in doubt.
	(run) => ({
		fault: { kind: 'status', status: 500, after: true, match: { method: 'POST', nth: 2 } },
		what: {
			...writeOf('seoPlatform.create', run, 2),
			settings: { onError: 'stopWorkflow', ...tries },
		},
	}),
	() => ({
		fault: { kind: 'drip', ms: 500, times: null },
		what: { ...allLeads, options: { timeout: 1 }, settings: { retryOnFail: false } },
	}),
	(run) => ({
		fault: { kind: 'compression', times: null },
		what: { ...writeOf('snippet.update', run, 1), settings: { retryOnFail: false } },
	}),
	() => ({ fault: { kind: 'emptyRecords', times: null }, what: allLeads }),
];
