import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

import type { Operation } from '../../nodes/AgentSuite/model/operation';
import * as table from '../../nodes/AgentSuite/resources/operations';
import { working } from '../support/working';
import type { Remote, RemoteOptions } from './remote';
import type { Dice } from './tools';

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
	/** How often the node runs with these items, as in a loop. */
	runs: number;
	/** When to press Stop, ms after the start. */
	stopAfter?: number;
	maxTokens: number;
}

/** What is specific to a kind of plan. The rest is random. */
type What = Pick<Plan, 'operation' | 'parameters' | 'items' | 'gives' | 'fits' | 'keyOf'>;

const one = { least: 1, most: 1 };
const range = (dice: Dice, most: number) => Array.from({ length: dice.between(1, most) });

const idOf = ({ resource, operation }: Operation) => `${resource}.${operation}`;
const operations: Operation[] = Object.values(table);
/** Operations with a limit return lists. */
const lists = operations
	.filter(({ fields }) => fields.some(({ name }) => name === 'limit'))
	.map(idOf);

/** Unique for each item and each run in a loop. */
const text = '={{ $json.key }}.{{ $runIndex }}';

/** Parameters of writes that send a unique text, so that each result can be traced. */
const writes = {
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

const others = operations
	.map(idOf)
	.filter((id) => ![...lists, ...Object.keys(writes), 'lead.get'].includes(id));

/** Everything that a random execution is made of. */
interface Kit {
	dice: Dice;
	run: number;
	known: Remote['known'];
}

/** Reads of single leads. Most exist, many repeat, and some do not exist. */
function leads({ dice, known }: Kit): What {
	const items: Array<{ id: string; name?: string }> = range(dice, 30).map(() =>
		dice.chance(0.05) ? { id: 'lead_unknown' } : { ...dice.pick(known.leadIds.slice(0, 20)) },
	);
	return {
		operation: 'lead.get',
		parameters: { leadId: '={{ $json.id }}' },
		items,
		gives: () => one,
		fits: (item, { firstName, lastName }) =>
			`${String(firstName)} ${String(lastName)}` === items[item].name,
	};
}

function list({ dice, known }: Kit): What {
	const operation = dice.pick(lists);
	const [returnAll, limit] = [dice.chance(0.3), dice.between(1, 3)];
	const least = known.listed[operation];
	return {
		operation,
		parameters: { ...working[operation], returnAll, ...(!returnAll && { limit }) },
		items: range(dice, 4).map(() => ({})),
		// Platforms are added while it runs.
		gives: () => (returnAll ? { least, most: Infinity } : { least: limit, most: limit }),
		// More than the key that the node adds.
		fits: (_item, json) => Object.keys(json).length > 1,
	};
}

function other({ dice }: Kit): What {
	const operation = dice.pick(others);
	const items = range(dice, 3).map(() => ({}));
	return { operation, parameters: working[operation], items, gives: () => one };
}

function write({ dice, run }: Kit): What {
	const operation = dice.pick(Object.keys(writes) as Array<keyof typeof writes>);
	const items = range(dice, 6).map((_, item) => ({ key: `write ${run} ${item}` }));
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

/** The kinds of executions, by how often they occur. */
const kinds = [
	[30, leads],
	[25, list],
	[5, other],
	[40, write],
] as const;

export function nextPlan(
	dice: Dice,
	run: number,
	{ known }: Remote,
	limits: RemoteOptions['limits'],
): Plan {
	const what = dice.weighted<(kit: Kit) => What>(kinds)({ dice, run, known });
	const [resource, operation] = what.operation.split('.');
	const maxTokens = dice.chance(0.15) ? dice.between(5, 30) : 0;
	const retryOnFail = dice.chance(0.6);
	// Without limits and under its own name, so that nothing paces it and the service responds with 429.
	const unpaced = dice.chance(0.05);
	const { tokens, url } = known;
	return {
		...what,
		run,
		maxTokens,
		runs: dice.chance(0.1) ? 3 : 1,
		parameters: {
			resource,
			operation,
			...what.parameters,
			options: {
				maxTokens,
				maxWait: dice.pick([1, 5, 10]),
				timeout: 5,
			},
		},
		settings: {
			onError: dice.weighted([
				[2, 'stopWorkflow'],
				[1, 'continueRegularOutput'],
				[1, 'continueErrorOutput'],
			] as const),
			...(retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 50 }),
		},
		credential: {
			accessToken: unpaced ? tokens.adminSecond : tokens.admin,
			baseUrl: unpaced ? url.replace('127.0.0.1', 'localhost') : url,
			customLimits: true,
			requestsPerMinute: unpaced ? 0 : limits.minute,
			requestsPerHour: unpaced ? 0 : limits.hour,
			requestsPerDay: 0,
		},
		...(dice.chance(0.08) && { stopAfter: dice.between(0, 600) }),
	};
}
