/** Fields of the node: those of one operation, and its options. */

import type { Audience } from '../model/audience';
import { FILTERS, type Field } from '../model/field';
import type { Operation } from '../model/operation';
import type { Filter } from '../model/operationSpec';
import { INCLUDE_SECRETS } from '../records/secrets';
import { byLabel, secretsOptions } from './sharedFields';

/** Fields of every operation that returns a list. The API documentation shows no pagination, so the limit applies to the response. */
export const listFields = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { returnAll: [false] } },
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 50,
		description: 'Max number of results to return',
	},
] as const satisfies readonly Field[];

/** The collection of the filters of a list. */
export const filtersCollection = (filters: readonly Filter[]): Field => ({
	displayName: 'Filters',
	name: FILTERS,
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description:
		'Only return records that match all filters. A filter whose text or expression is empty matches nothing, unless an AI model leaves it empty.',
	options: filters.map(({ field }) => field).sort(byLabel),
});

/**
 * All fields of an operation but its options, in the order in which it declares them, because a field can depend on those above it.
 * Of a list, Return All and Limit come before the first that is optional, and the filters last.
 */
export function fieldsOfOperation({ fields, filters, response }: Operation): Field[] {
	if (response.kind !== 'list') return [...fields];
	const optional = fields.findIndex(({ required }) => !required);
	const before = optional === -1 ? fields.length : optional;
	return [
		...fields.slice(0, before),
		...listFields,
		...fields.slice(before),
		...(filters.length > 0 ? [filtersCollection(filters)] : []),
	];
}

/** Tokens that a node spends in an execution without Max Tokens, 0 for no limit. A model can call a tool any number of times. */
export const MAX_TOKENS: Record<Audience, number> = { person: 0, model: 50 };

/** Options that every operation has, in `options`. */
export function runOptions(audience: Audience) {
	const tokens = MAX_TOKENS[audience];
	return [
		{
			displayName: 'Max Tokens',
			name: 'maxTokens',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: tokens,
			description: `Maximum number of tokens this node spends in one execution, including retries and loops (0 for no limit). Without this option, only a tool has a limit: ${MAX_TOKENS.model}. It applies per workflow execution, or per call of an MCP client or n8n's own agents.`,
		},
		{
			displayName: 'Max Wait (Seconds)',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 600,
			description:
				'Maximum time the node waits for the rate limit until a request gets through. If the wait is longer, requests are not sent. The message shows when to retry.',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 60,
			description: 'How long to wait for the full response, for each attempt',
		},
	] as const satisfies readonly Field[];
}

/** Options that bound a tool, so that no model fills them in. */
export const boundsOfTool: readonly string[] = ['maxTokens', INCLUDE_SECRETS];

/**
 * The options of an operation: its own, and those that it shares with others. The editor shows those of a model in any case, because it
 * does not know what a node is used as.
 */
export const optionsOf = (operation: Operation, audience: Audience): Field[] => [
	...operation.options,
	...secretsOptions(operation),
	...runOptions(audience),
];
