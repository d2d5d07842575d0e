import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

import type { Dice } from './checks';

/** One execution of the node, and its expected results. */
export interface Plan {
	run: number;
	operation: string;
	parameters: IDataObject;
	items: IDataObject[];
	settings: Partial<INode>;
	credential: ICredentialDataDecryptedObject;
	/** Number of output items of the n-th input item on success. */
	gives(item: number): { least: number; most: number };
	/** Whether an output of the n-th item is as expected. */
	fits?(item: number, json: IDataObject): boolean;
	/** For writes: the unique text of the n-th item, without the number of its run. */
	keyOf?(item: number): string;
	/** The token of the n-th item, if it differs from that of the credential. */
	tokenOf?(item: number): string;
	/** How often the node runs with these items, as in a loop. */
	runs: number;
	/** When to press Stop, ms after the start. */
	stopAfter?: number;
	maxTokens: number;
}

type Own = 'operation' | 'parameters' | 'items' | 'gives' | 'fits' | 'keyOf' | 'tokenOf';

/** What is specific to a kind of plan. The rest is random. */
export type What = Pick<Plan, Own> &
	Partial<Pick<Plan, 'settings' | 'credential' | 'runs'>> & { options?: IDataObject };

export const one = { least: 1, most: 1 };
export const range = (dice: Dice, most: number) => Array.from({ length: dice.between(1, most) });

/** Unique for each item and each run in a loop. */
const text = '={{ $json.key }}.{{ $runIndex }}';

/** Parameters of writes that send a unique text, so that each result can be traced. */
export const writes = {
	'snippet.update': { snippetId: 'snip_returns', updateFields: { content: text } },
	'whatsApp.setFirstMessage': { agentId: 'agent_sales', firstMessage: text },
	'seoPlatform.create': {
		// A different name for each try.
		name: `${text}@{{ Date.now() }}`,
		platformType: 'other',
		customType: 'shopify',
		config: '={{ { of: $json.key } }}',
	},
} satisfies Record<string, IDataObject>;

/** `count` items that write. */
export function writeOf(operation: keyof typeof writes, run: number, count: number): What {
	const items = Array.from({ length: count }).map((_, item) => ({ key: `write ${run} ${item}` }));
	const field = { 'snippet.update': 'content', 'seoPlatform.create': 'name' } as const;
	return {
		operation,
		parameters: writes[operation],
		items,
		gives: () => one,
		fits: (item, json) =>
			operation === 'whatsApp.setFirstMessage'
				? json.success === true
				: String(json[field[operation]]).startsWith(`${items[item].key}.`),
		keyOf: (item) => items[item].key,
	};
}
