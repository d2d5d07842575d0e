import type { IBuilderHint } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { tokenCosts } from '../model/endpoint';
import type { Operation } from '../model/operation';
import type { RelatedNode } from '../model/operationSpec';
import { inChoice, inList, sentences } from '../texts/words';
import { resourcesOf } from './describeNode';

const PACKAGE = 'n8n-nodes-agent-suite';

/** For example "1 or 5 tokens". */
function costs(operations: Operation[]): string {
	const each = tokenCosts(operations);
	return `${inChoice(each)} token${each.at(-1) === 1 ? '' : 's'}`;
}

/** For example "Snippet: Update and WhatsApp: Set First Message change the account, …". */
function aboutWrites(operations: Operation[]): string {
	const writes = operations.filter(({ effect }) => effect !== 'read');
	if (writes.length === 0) return '';
	const names = inList(writes.map(({ resource, name }) => `${resource.name}: ${name}`));
	return `${names} ${writes.length === 1 ? 'changes' : 'change'} the account, and n8n keeps no copy of what was there.`;
}

/** Otherwise, filters or options would be dropped without a word, and the node cannot see that they were. */
const oneByOne = (collections: string) =>
	`Set the fields of ${collections} one by one: n8n drops an expression for all of them.`;

/** Where the records that the operations return can be kept. */
const keptIn = (operations: Operation[]): RelatedNode[] =>
	resourcesOf(operations).flatMap(({ keptIn: node }) => node ?? []);

/** A hint for n8n's workflow builder and other AI that reads n8n's catalog. n8n adds the list of operations. */
export const nodeHint = (operations: Operation[]): IBuilderHint => ({
	searchHint: sentences(
		`Every request spends ${costs(operations)} of the account.`,
		'Prefer one Get Many with filters to a Get per item, and set options.maxTokens to bound what a node spends in an execution.',
		oneByOne('filters and options'),
		`To act on new or changed records, or on an alert such as a low balance, start with ${PACKAGE}.agentSuiteTrigger, not with a Schedule Trigger.`,
		'End a sync in an upsert: n8n can run an execution again.',
		aboutWrites(operations),
	),
	relatedNodes: [
		{
			nodeType: `${PACKAGE}.agentSuiteTrigger`,
			relationHint: 'Starts the workflow with new or changed records only',
		},
		...keptIn(operations),
	],
});

/** For example ", but balanceLow and platformInvalid return what lasts already". */
function exceptAlerts(events: TriggerEvent[]): string {
	const alerts = events.flatMap(({ event, list }) => (list.alerts ? [event] : []));
	if (alerts.length === 0) return '';
	return `, but ${inList(alerts)} ${alerts.length === 1 ? 'returns' : 'return'} what lasts already`;
}

/** The same for the trigger. */
export const triggerHint = (events: TriggerEvent[]): IBuilderHint => ({
	searchHint: sentences(
		`Every read spends ${costs(events.map(({ list }) => list.operation))} of the account.`,
		'Polls within minInterval read nothing. Choose the longest that is acceptable.',
		'It returns only new and changed records, and keeps its own record of what was delivered: add no Schedule Trigger, no Get Many, no Remove Duplicates, and no data table of handled IDs.',
		oneByOne('options'),
		`The first poll returns no existing records unless options.emitExisting is on${exceptAlerts(events)}.`,
		'End the workflow in an upsert, or in an action that can happen twice: after a crash n8n can repeat an event.',
	),
	relatedNodes: [
		{
			nodeType: `${PACKAGE}.agentSuite`,
			relationHint: 'Reads or changes records of the same account later in the workflow',
		},
		...keptIn(events.map(({ list }) => list.operation)),
	],
});
