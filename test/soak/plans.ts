import * as table from '../../nodes/AgentSuite/resources/operations';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { working } from '../support/publicOperations';
import type { Dice } from './checks';
import { accounts, filters, refused, type Drill } from './hostilePlans';
import { one, range, writeOf, writes, type Plan, type What } from './plan';
import type { Remote, RemoteOptions } from './remote';

const idOf = ({ resource, operation }: Operation) => `${resource}.${operation}`;
const ids = Object.values(table).map(idOf);
/** Operations with a limit return lists. */
const listIds = Object.values(table)
	.filter(({ fields }) => fields.some(({ name }) => name === 'limit'))
	.map(idOf);

/** Reads of single leads. Most exist, many repeat, and some do not exist. */
function leads(dice: Dice, { known }: Remote): What {
	const items = range(dice, 30).map(() =>
		dice.chance(0.05) ? { id: 'lead_unknown' } : { ...dice.pick(known.leadIds.slice(0, 20)) },
	);
	return {
		operation: 'lead.get',
		parameters: { leadId: '={{ $json.id }}' },
		items,
		gives: () => one,
		fits: (item, { firstName, lastName }) =>
			`${String(firstName)} ${String(lastName)}` === (items[item] as { name?: string }).name,
	};
}

function lists(dice: Dice, { known }: Remote): What {
	const operation = dice.pick(listIds);
	const [returnAll, limit] = [dice.chance(0.3), dice.between(1, 3)];
	const least = known.listed[operation];
	return {
		operation,
		parameters: { ...working[operation], returnAll, ...(!returnAll && { limit }) },
		items: range(dice, 4).map(() => ({})),
		// Leads can be added while it runs.
		gives: () => (returnAll ? { least, most: Infinity } : { least: limit, most: limit }),
		// More than the key that the node adds.
		fits: (_item, json) => Object.keys(json).length > 1,
	};
}

/** Operations without their own plan, with working parameters. */
const others = ids.filter(
	(id) =>
		!listIds.includes(id) &&
		!(id in writes) &&
		!['lead.get', 'billing.getTokenBalance'].includes(id),
);

function other(dice: Dice): What {
	const operation = dice.pick(others);
	const items = range(dice, 3).map(() => ({}));
	return { operation, parameters: working[operation], items, gives: () => one };
}

function balance(dice: Dice): What {
	return {
		operation: 'billing.getTokenBalance',
		parameters: {},
		items: range(dice, 5).map(() => ({})),
		gives: () => one,
		fits: (_item, json) => typeof json.totalTokenCount === 'number' && !('apiKey' in json),
	};
}

function write(dice: Dice, run: number): What {
	const operation = dice.pick(Object.keys(writes) as Array<keyof typeof writes>);
	return writeOf(operation, run, dice.between(1, 6));
}

/** A random execution. */
export function nextPlan(
	dice: Dice,
	run: number,
	remote: Remote,
	limits: RemoteOptions['limits'],
): Plan {
	const make = dice.weighted<() => What>([
		[30, () => leads(dice, remote)],
		[25, () => lists(dice, remote)],
		[5, () => balance(dice)],
		[40, () => write(dice, run)],
		[5, () => refused(dice, run)],
		[6, () => accounts(dice, run, remote)],
		[6, () => filters(dice, remote)],
		[others.length > 0 ? 5 : 0, () => other(dice)],
	]);
	return planFor(make(), dice, run, remote, limits);
}

/** Adds random settings to a plan. */
function planFor(
	what: What,
	dice: Dice,
	run: number,
	remote: Remote,
	limits: RemoteOptions['limits'],
): Plan {
	const maxTokens = dice.chance(0.15) ? dice.between(5, 30) : 0;
	const retryOnFail = dice.chance(0.6);
	// Without limits and under its own name, so that nothing paces it and the service responds with 429.
	const unpaced = dice.chance(0.05);
	const { tokens, url } = remote.known;
	return {
		...what,
		run,
		maxTokens,
		runs: what.runs ?? (dice.chance(0.1) ? 3 : 1),
		parameters: {
			resource: what.operation.split('.')[0],
			operation: what.operation.split('.')[1],
			...what.parameters,
			options: {
				maxTokens,
				reuseReads: dice.chance(0.5),
				maxWait: dice.pick([1, 5, 10]),
				timeout: 5,
				...what.options,
			},
		},
		settings: {
			onError: dice.weighted([
				[2, 'stopWorkflow'],
				[1, 'continueRegularOutput'],
				[1, 'continueErrorOutput'],
			] as const),
			...(retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 50 }),
			...what.settings,
		},
		credential: {
			accessToken: unpaced ? tokens.adminSecond : tokens.admin,
			baseUrl: unpaced ? url.replace('127.0.0.1', 'localhost') : url,
			requestsPerMinute: unpaced ? 0 : limits.minute,
			requestsPerHour: unpaced ? 0 : limits.hour,
			requestsPerDay: 0,
			...what.credential,
		},
		...(dice.chance(0.08) && { stopAfter: dice.between(0, 600) }),
	};
}

/** An execution that certainly meets one fault, which would be rare at random. */
export function drillPlan(
	{ what }: Drill,
	dice: Dice,
	run: number,
	remote: Remote,
	limits: RemoteOptions['limits'],
): Plan {
	const options = { maxTokens: 0, ...what.options };
	const plan = planFor({ ...what, options, runs: 1 }, dice, run, remote, limits);
	return { ...plan, maxTokens: 0, stopAfter: undefined };
}
