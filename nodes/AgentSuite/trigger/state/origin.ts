import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { WatchedList } from '../../model/watchedList';
import type { Field } from '../../model/field';
import { Problem } from '../../model/problem';
import type { TriggerSettings } from '../../parameters/readTrigger';

/**
 * What a table is about. What follows if it has changed, once a list is read (`baseline.ts`), and while none can be read:
 *
 *     changed                   the table                 what waits                   without a list
 *     list, or its parts        starts over               is dropped                   nothing goes
 *     credential                starts over, unless both  is dropped, or goes          nothing goes
 *                               name one organization
 *     only the organization     stays, and the poll       goes                         goes: nothing tells
 *                               fails, if both name one
 *     event, fields, options    stays, but for an alert,  goes if it matches, else     nothing goes
 *                               for which it starts over  is dropped
 *     Emit Existing turned on   stays                     goes, with all others        goes
 *     Include Secrets           stays                     goes with them, or without   nothing goes
 *     node                      is not read: it is that of an earlier node of the same name (`n8nStorage.ts`)
 *
 * A list that is empty, or not read yet, names no organization.
 */
export interface Origin {
	/** The name of the list. */
	list: string;
	/** The names of its parts, in the order of their columns. A release can compare others, or in another order. */
	parts: string[];
	/** The ID of the node. */
	node: string;
	/** The ID of the credential. Empty if there is none. */
	credential: string;
	/** The organization, as far as the records name one, otherwise empty. */
	owner: string;
	/** The event with its fields and options, as far as these decide what it returns. */
	scope: string;
	/** Whether 'Emit Existing' was on. Undefined for an event without it. */
	emitsExisting?: boolean;
	/** Whether 'Include Secrets' was on. Undefined for an event without it. */
	includesSecrets?: boolean;
}

export const partNames = ({ parts }: WatchedList): string[] => parts.map(({ name }) => name);

/** Several values in one order, each once, because their order says nothing. */
const withoutOrder = (value: unknown): unknown =>
	Array.isArray(value) ? [...new Set<unknown>(value)].sort() : value;

/** What is not at its default, so that a release can add fields. */
function changedValues(fields: readonly Field[], values: object): object {
	const isChanged = (value: unknown, field: Field) =>
		value !== undefined && JSON.stringify(value) !== JSON.stringify(field.default);
	const entries = new Map(Object.entries(values));
	const changed = fields.filter((field) => isChanged(entries.get(field.name), field));
	return Object.fromEntries(changed.map(({ name }) => [name, entries.get(name) as unknown]));
}

/** What decides which records the event returns, and how, as text: the event, its fields, and its own options. */
function scopeOf({ event, parameters }: TriggerSettings): string {
	const { options, ...fields } = parameters;
	const scope = {
		event: event.event,
		...changedValues(event.fields, fields),
		options: changedValues(event.options, options),
	};
	return JSON.stringify(scope, (_name, value: unknown) => withoutOrder(value));
}

/** The organization that most records name. The service lists the records of only one. */
function organizationOf(records: IDataObject[]): string {
	const counts = new Map([['', 0]]);
	for (const { clientOrgId: owner } of records) {
		if (typeof owner === 'string' && owner) counts.set(owner, (counts.get(owner) ?? 0) + 1);
	}
	return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/** What a list is going to be about, before it tells the organization. */
export function originOf(context: IPollFunctions, settings: TriggerSettings): Origin {
	const { event, parameters } = settings;
	return {
		list: event.list.name,
		parts: partNames(event.list),
		node: context.getNode().id,
		credential: context.getNode().credentials?.agentSuiteApi?.id ?? '',
		owner: '',
		scope: scopeOf(settings),
		emitsExisting: parameters.options.emitExisting,
		includesSecrets: parameters.options.includeSecrets,
	};
}

/** The same with the organization of the list. */
export const withOrganization = (origin: Origin, listed: IDataObject[]): Origin => ({
	...origin,
	owner: organizationOf(listed),
});

/** The reason for a state that cannot be read. */
export const UNREADABLE = 'its stored data cannot be read';

/** Why a list is not compared with the last table, if so. Another credential is perhaps of another organization. */
export function whyStartOver(last: Origin, current: Origin): string | undefined {
	if (last.list !== current.list) return 'the selected event reads another list';
	if (last.parts.join() !== current.parts.join()) return UNREADABLE;
	const isSameOwner = last.owner !== '' && last.owner === current.owner;
	return isSameOwner || last.credential === current.credential
		? undefined
		: 'the credential was changed, maybe to another organization';
}

/**
 * The token of the same credential was replaced by that of another organization, which is more likely a mistake.
 * @throws {Problem} if both lists name their organizations
 */
export function refuseOtherOrganization(last: Origin, current: Origin): void {
	const areNamed = last.owner !== '' && current.owner !== '';
	if (!areNamed || last.owner === current.owner) return;
	throw new Problem({
		kind: 'input',
		message: 'The access token in the credential belongs to another organization than before',
		description:
			'Nothing of it was returned, and what was not delivered before still comes. Paste a token of the earlier organization. For another organization, duplicate the workflow, and select another credential in the copy.',
		failure: { cause: 'configuration-invalid' },
	});
}

export const isOtherScope = (last: Origin, current: Origin): boolean =>
	last.scope !== current.scope;

/** Whether what waits goes by the last list. */
export function goesWithoutList(last: Origin, current: Origin): boolean {
	return (
		!isOtherScope(last, current) &&
		last.credential === current.credential &&
		last.includesSecrets === current.includesSecrets
	);
}
