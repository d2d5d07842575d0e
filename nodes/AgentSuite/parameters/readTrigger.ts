/** The parameters of the trigger: its event, the fields of that event, and what all events share. */

import type { IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { Problem } from '../model/problem';
import { eventField, optionsOfEvent, sharedFields } from './triggerFields';
import { isExpression } from './expressions';
import { invalidParameter } from './invalidParameter';
import { pollReader, readFields, readOptionValues, type ParameterReader } from './readParameters';

/** How many records an execution gets: what a poll finds, in pieces after a failure, always all of it, or one. */
export type RecordsPerExecution = 'automatic' | 'all' | 'one';

/** The parameters of an event, as far as all events can have them. */
interface EventParameters {
	status?: readonly string[];
	options: {
		emitExisting?: boolean;
		includeSecrets?: boolean;
		recordsPerExecution?: RecordsPerExecution;
	};
}

/** Reads the parameters of an event: its fields, and all its options in `options`. @throws {Problem} that names the parameter */
export function readEvent(reader: ParameterReader, event: TriggerEvent): EventParameters {
	const options = readOptionValues(reader, optionsOfEvent(event), 0);
	return { ...readFields(reader, event.fields, 0), options };
}

/** What a poll goes by. */
export interface TriggerSettings {
	event: TriggerEvent;
	parameters: EventParameters;
	/** Whether failed executions are retried. */
	retries: boolean;
	recordsPerExecution: RecordsPerExecution;
	/** Minimum time between two reads of the list, ms. */
	minIntervalMs: number;
}

/**
 * A menu whose expression finds nothing would trigger for any record, and one with an empty text for none, while new records
 * would be taken as processed.
 * @throws {Problem} that names the menu
 */
function refuseEmptyMenus(
	{ fields }: TriggerEvent,
	parameters: EventParameters,
	{ saved }: ParameterReader,
): void {
	for (const field of fields.filter(({ type }) => type === 'multiOptions')) {
		const { [field.name]: values } = parameters as unknown as Record<string, unknown[]>;
		const isEmpty = values.length === 0 && isExpression(saved[field.name]);
		if (!isEmpty && !values.includes('')) continue;
		throw invalidParameter(field, 'is empty', 'Check the expression. It returns an empty value.');
	}
}

/** n8n passes on one record of an execution then, and the others would count as delivered. @throws {Problem} */
function refuseExecuteOnce(context: IPollFunctions): void {
	if (!context.getNode().executeOnce) return;
	throw new Problem({
		kind: 'input',
		message: "'Execute Once' is on in the settings of the trigger",
		description:
			"Turn off 'Execute Once', because it passes only one record of a poll on. To get an execution for each record, set 'Records per Execution' to One.",
		failure: { cause: 'configuration-invalid' },
	});
}

/** @throws {Problem} that names the parameter */
export function readTrigger(context: IPollFunctions, events: TriggerEvent[]): TriggerSettings {
	refuseExecuteOnce(context);
	const reader = pollReader(context);
	const { event: selected } = readFields(reader, [eventField(events)], 0);
	const event = events.find((entry) => entry.event === selected) as TriggerEvent;
	const parameters = readEvent(reader, event);
	refuseEmptyMenus(event, parameters, reader);
	const shared = readFields(reader, sharedFields(event), 0);
	return {
		event,
		parameters,
		retries: shared.retryFailedExecutions === true,
		// An alert does not have the option.
		recordsPerExecution: parameters.options.recordsPerExecution ?? 'automatic',
		minIntervalMs: Number(shared.minInterval) * 60_000,
	};
}
