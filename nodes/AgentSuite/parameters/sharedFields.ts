/** Fields of several operations or events. */

import type { Field } from '../model/field';
import type { Filter, Operation } from '../model/operation';

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

/** Of a tool, which a model can call any number of times. */
const TOOL_TOKENS = 50;

export const maxTokensOption = {
	displayName: 'Max Tokens',
	name: 'maxTokens',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: TOOL_TOKENS,
	description: `Maximum number of tokens to spend in one execution, including retries and loops (0 for no limit). Without this option, only a tool has a limit: ${TOOL_TOKENS} per message to an AI Agent node, or per call of an MCP client or n8n's own agents.`,
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
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description: 'How long to wait for the full response, for each attempt',
	},
] as const satisfies readonly Field[];

/** Include Secrets, if the records of an operation have any that a user can need. */
export const secretsOptions = ({ secrets }: Operation): Field[] =>
	secrets?.option === undefined
		? []
		: [
				{
					displayName: 'Include Secrets',
					name: 'includeSecrets',
					type: 'boolean',
					default: false,
					description: `Whether to include secrets in the output: ${secrets.option}. They are then stored in the execution data.`,
				},
			];

/** The options of one operation: its own, and those that it shares with others. */
export const optionsOfOperation = (operation: Operation): Field[] => [
	...operation.options,
	...secretsOptions(operation),
	...runOptions,
];

/** The collection Options, which comes last. */
export const optionsCollection = (options: readonly Field[]): Field => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options,
});

/** The collection of the filters of a list. */
export const filtersCollection = (filters: readonly Filter[]): Field => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Only return records that match all filters',
	options: filters.map(({ field }) => field),
});
