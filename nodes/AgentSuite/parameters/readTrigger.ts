/** The parameters of the trigger: its event, the fields of that event, and what all events share. */

import type { IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { unsetValues } from '../model/field';
import type { ReadParameters } from '../model/parameterTypes';
import { Problem } from '../model/problem';
import { textOf } from '../records/record';
import type { INCLUDE_SECRETS } from '../records/secrets';
import { inQuotes, sentences } from '../texts/words';
import { optionsCollection } from '../fields/sharedFields';
import {
	fieldsOfEveryEvent,
	optionsOfEvent,
	recordsPerExecutionOption,
} from '../fields/triggerFields';
import { pollReader, readFields, readOptions, type ParameterReader } from './reader';

/** How many records an execution gets: what a poll finds, in pieces after a failure, always all of it, or one. */
export type RecordsPerExecution = (typeof recordsPerExecutionOption)['options'][number]['value'];

/** The parameters of an event, as far as several events have them. */
interface EventParameters extends ReadParameters {
	options: {
		emitExisting?: boolean;
		[INCLUDE_SECRETS]?: boolean;
		recordsPerExecution?: RecordsPerExecution;
	};
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

/** @throws {Problem} that names the parameter */
export function readTrigger(context: IPollFunctions, events: TriggerEvent[]): TriggerSettings {
	refuseSettings(context);
	const reader = pollReader(context);
	const event = selectedEvent(reader, events);
	const parameters = readEvent(reader, event);
	const shared = readFields(reader, fieldsOfEveryEvent(event));
	return {
		event,
		parameters,
		retries: shared.retryFailedExecutions,
		// An alert does not have the option.
		recordsPerExecution:
			parameters.options.recordsPerExecution ?? recordsPerExecutionOption.default,
		minIntervalMs: shared.minInterval * 60_000,
	};
}

/** With one of these, n8n passes on other items than the trigger returns. @throws {Problem} */
function refuseSettings(context: IPollFunctions): void {
	const { executeOnce, alwaysOutputData } = context.getNode();
	// No execution gets the other records, but the trigger would count them as delivered.
	if (executeOnce)
		throw refusedSetting(
			'Execute Once',
			'it passes only one record of a poll on',
			"To get an execution for each record, set 'Records per Execution' to One.",
		);
	if (alwaysOutputData)
		throw refusedSetting('Always Output Data', 'it passes on an item without a record');
}

const refusedSetting = (name: string, why: string, more?: string): Problem =>
	new Problem({
		kind: 'input',
		message: `'${name}' is on in the settings of the trigger`,
		description: sentences(
			`Turn off '${name}', because ${why}. Then unpublish and publish the workflow.`,
			more,
		),
		failure: { cause: 'configuration-invalid' },
	});

/** @throws {Problem} when this version does not have the event */
function selectedEvent({ read }: ParameterReader, events: TriggerEvent[]): TriggerEvent {
	const selected = read('event', '');
	const found = events.find(({ event }) => event === selected);
	if (found) return found;
	throw new Problem({
		kind: 'input',
		message: 'The trigger has no such event',
		detail: inQuotes(textOf(selected)),
		description:
			'Select the event again. If the workflow was created with a newer version of this node, update the node.',
	});
}

/** Reads the parameters of an event. @throws {Problem} that names the parameter */
export function readEvent(reader: ParameterReader, event: TriggerEvent): EventParameters {
	const options = optionsOfEvent(event);
	return {
		...readFields(reader, event.fields),
		options: { ...unsetValues(options), ...readOptions(reader, optionsCollection(options)) },
	};
}
