import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { WatchedList } from '../../model/watchedList';
import type { Field } from '../../model/field';
import { Problem } from '../../model/problem';
import type { TriggerSettings } from '../../parameters/readTrigger';

/** What a table is about. */
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

/** What is not at its default, by name, so that a release can add fields, or put them in another order. */
function changedValues(fields: readonly Field[], values: object): object {
	const isChanged = (value: unknown, field: Field) =>
		value !== undefined && JSON.stringify(value) !== JSON.stringify(field.default);
	const entries = new Map(Object.entries(values));
	const changed = fields.filter((field) => isChanged(entries.get(field.name), field));
	const names = changed.map(({ name }) => name).sort();
	return Object.fromEntries(names.map((name) => [name, entries.get(name) as unknown]));
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

/** Whether both lists name an organization, and not the same. A list that is empty, or not read yet, names none. */
export const isOtherOrganization = (last: Origin, current: Origin): boolean =>
	last.owner !== '' && current.owner !== '' && last.owner !== current.owner;

/** For the token of the same credential that was replaced by that of another organization, which is more likely a mistake. */
export const otherOrganization = (): Problem =>
	new Problem({
		kind: 'input',
		message: 'The access token in the credential belongs to another organization than before',
		description:
			'Nothing of it was returned, and what was not delivered before still comes. Paste a token of the earlier organization. For another organization, duplicate the workflow, and select another credential in the copy.',
		failure: { cause: 'configuration-invalid' },
	});
