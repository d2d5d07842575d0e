/** All fields that the editor shows of an operation or an event, in this order, with the notices. Resource, operation, and event are above them. */

import type { IDisplayOptions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import type { Field } from '../model/field';
import type { Operation } from '../model/operation';
import { count } from '../texts/words';
import { fieldsOfOperation, MAX_TOKENS, optionsOf } from './operationFields';
import { optionsCollection } from './sharedFields';
import { fieldsOfEveryEvent, optionsOfEvent } from './triggerFields';

export function shownFields(operation: Operation): Field[] {
	const { effect, filters, notice, tokens } = operation;
	return [
		...(notice === undefined ? [] : [noticeField('notice', notice)]),
		...(effect === 'read' ? [] : [approvalNotice]),
		...fieldsOfOperation(operation),
		...(filters.length > 0 ? [filtersNotice(filters)] : []),
		...(tokens > 0 ? [tokensNotice(operation)] : []),
		optionsCollection(optionsOf(operation, 'model')),
	];
}

/** Its own fields, how often it is read, retries, and options. */
export const shownFieldsOfEvent = (event: TriggerEvent): Field[] => [
	...event.fields,
	...fieldsOfEveryEvent(event),
	optionsCollection(optionsOfEvent(event)),
];

const noticeField = (name: string, displayName: string) =>
	({ displayName, name, type: 'notice', default: '' }) as const satisfies Field;

/** A notice that only a tool of an AI agent shows. @param hide as in n8n's `displayOptions` */
const toolNotice = (name: string, displayName: string, hide: IDisplayOptions['hide'] = {}) => ({
	...noticeField(name, displayName),
	displayOptions: { show: { '@tool': [true] }, hide },
});

/** What a tool spends without the option, which only a tooltip would say. */
const tokensNotice = ({ tokens }: Operation) =>
	toolNotice(
		'toolNotice',
		tokens > MAX_TOKENS.model
			? `A call costs ${tokens} Agent Suite tokens, but a tool spends up to ${MAX_TOKENS.model}. To run it, set 'Max Tokens' to ${tokens} or more.`
			: `Spends up to ${MAX_TOKENS.model} Agent Suite tokens per workflow execution (${count(Math.floor(MAX_TOKENS.model / tokens), 'call')}), or per call over MCP. 'Max Tokens' changes that.`,
		{ '/options.maxTokens': [{ _cnd: { exists: true } }] },
	);

const approvalNotice = toolNotice(
	'approvalNotice',
	'Unless a person already approves each call, point at the connection to the AI agent, and select + (Add human review step).',
);

/** Shown until a filter has a value. */
const filtersNotice = (filters: Operation['filters']) =>
	toolNotice(
		'filtersNotice',
		'Until a filter has a value, a model gets all records up to Limit. Add filters, and let the model define their values.',
		Object.fromEntries(
			filters.map(({ field }) => [`/filters.${field.name}`, [{ _cnd: { exists: true } }]]),
		),
	);
