/** Fields of several operations or events. */

import type { Field } from '../model/field';
import type { Filter, Operation } from '../model/operation';
import { byDisplayName } from './fields';

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
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
] as const satisfies readonly Field[];

export const maxTokensOption = {
	displayName: 'Max Tokens',
	name: 'maxTokens',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 50,
	description:
		"Maximum number of tokens to spend in one execution, including retries and loops (0 for no limit). Without this option, only a tool of an AI agent has a limit: 50, for MCP clients and n8n's own agents in each call.",
} as const satisfies Field;

export const timeoutOption = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 60,
	description: 'How long to wait for the full response, for each attempt',
} as const satisfies Field;

/** Options that every operation has, in `options`. */
export const runOptions = [
	maxTokensOption,
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 300,
		description:
			'Maximum time the node waits for the rate limit until a request gets through. If the wait is longer, requests are not sent. The message shows when to retry.',
	},
	timeoutOption,
] as const satisfies readonly Field[];

/** The options of one operation: its own, and those that it shares with others. */
export function optionsOfOperation({ options }: Operation): Field[] {
	return [...options, ...runOptions].sort(byDisplayName);
}

/** The collection Options, which comes last. */
export const optionsCollection = (options: readonly Field[]): Field => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options,
});

/** A filter as n8n knows it. */
function fieldOf(filter: Filter): Field {
	const field: Partial<Filter> = { ...filter };
	delete field.search;
	return field as Field;
}

/** The collection of the filters of a list. */
export const filtersCollection = (filters: readonly Filter[]): Field => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Only return records that match all filters',
	options: filters.map(fieldOf),
});
