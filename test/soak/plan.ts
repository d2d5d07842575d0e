import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

import type { Dice } from './checks';

/** One execution: what the node is to do, and what is expected of it. */
export interface Plan {
	run: number;
	operation: string;
	parameters: IDataObject;
	items: IDataObject[];
	settings: Partial<INode>;
	credential: ICredentialDataDecryptedObject;
	/** Items that the n-th input item gives when it succeeds. */
	gives(item: number): { least: number; most: number };
	/** What one output of the n-th item must hold. */
	fits?(item: number, json: IDataObject): boolean;
	/** Of operations that write: the text that the n-th item alone writes, without the number of its run. */
	keyOf?(item: number): string;
	/** The token of the n-th item, where that is not the one of the credential. */
	tokenOf?(item: number): string;
	/** How often the node runs with these items, as in a loop. */
	runs: number;
	/** Press Stop after so many ms. */
	stopAfter?: number;
	maxTokens: number;
}

type Own = 'operation' | 'parameters' | 'items' | 'gives' | 'fits' | 'keyOf' | 'tokenOf';

/** What is particular to a kind of plan; the rest is left to chance. */
export type What = Pick<Plan, Own> &
	Partial<Pick<Plan, 'settings' | 'credential' | 'runs'>> & { options?: IDataObject };

export const one = { least: 1, most: 1 };
export const range = (dice: Dice, most: number) => Array.from({ length: dice.between(1, most) });

/** Of the item and of the run in a loop. */
const text = '={{ $json.key }}.{{ $runIndex }}';

/** What writes a text of its own each time, so that it can be told what came of it. */
export const writes = {
	'snippet.update': { snippetId: 'snip_returns', updateFields: { content: text } },
	'whatsApp.setFirstMessage': { agentId: 'agent_sales', firstMessage: text },
	'seoPlatform.create': {
		// Another one at each try.
		name: `${text}@{{ Date.now() }}`,
		platformType: 'other',
		customType: 'shopify',
		config: '={{ { of: $json.key } }}',
	},
} satisfies Record<string, IDataObject>;

/** So many items that write. */
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
