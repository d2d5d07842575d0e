import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { TriggerSettings } from '../parameters/readTrigger';
import { organizationOf } from './organization';
import { partNames, type Origin, type StoredState } from './state';

/** Several values in one order, each once, because their order says nothing. */
const withoutOrder = (value: unknown): unknown =>
	Array.isArray(value) ? [...new Set<unknown>(value)].sort() : value;

/** What decides which records the event returns, as text: the event, its fields, and its own options. */
function scopeOf({ event, parameters }: TriggerSettings): string {
	const { options, ...fields } = parameters;
	const names = event.options.map(({ name }) => name);
	const ownOptions = Object.entries(options).filter(([name]) => names.includes(name));
	const values = { ...fields, options: Object.fromEntries(ownOptions) };
	return JSON.stringify({ event: event.event, ...values }, (_name, value: unknown) =>
		withoutOrder(value),
	);
}

const credentialOf = (context: IPollFunctions): string =>
	context.getNode().credentials?.agentSuiteApi?.id ?? '';

/** What a list that was read with these settings is about. */
export function originOf(
	context: IPollFunctions,
	settings: TriggerSettings,
	listed: IDataObject[],
): Origin {
	const { event, parameters } = settings;
	const isOption = event.emitExisting === 'option';
	return {
		list: event.list.name,
		parts: partNames(event.list),
		node: context.getNode().id,
		credential: credentialOf(context),
		owner: organizationOf(listed),
		scope: scopeOf(settings),
		emitsExisting: isOption ? parameters.options.emitExisting === true : undefined,
	};
}

interface Current {
	context: IPollFunctions;
	settings: TriggerSettings;
}

/** Whether a state is about the same list and credential. */
export const isOfList = (state: StoredState, { context, settings }: Current): boolean =>
	state.list === settings.event.list.name && state.credential === credentialOf(context);

/** Whether a state is about the same event, fields, and credential. */
export const isOfSettings = (state: StoredState, { context, settings }: Current): boolean =>
	state.scope === scopeOf(settings) && state.credential === credentialOf(context);
