/** The parameters of the trigger: its event, the fields of that event, and what all events share. */

import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { eventField, optionsOfEvent, triggerFields } from './triggerFields';
import { fieldsIn } from './fields';
import { invalidParameter } from './invalidParameter';
import { pollReader, readFields, readOptionValues, type ParameterReader } from './readParameters';
import { FILTERS } from './sharedFields';

/** How many records an execution gets: what a poll finds, in pieces after a failure, always all of it, or one. */
export type RecordsPerExecution = 'automatic' | 'all' | 'one';

/** The parameters of an event, as far as all events can have them. */
interface EventParameters {
	filters?: IDataObject;
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
 * A filter from an expression that finds nothing matches no record. A trigger would take new records as processed meanwhile.
 * @throws {Problem} that names the filter
 */
function refuseEmptyFilters({ fields }: TriggerEvent, filters: IDataObject = {}): void {
	for (const filter of fields.filter(({ name }) => name === FILTERS).flatMap(fieldsIn)) {
		if (![filters[filter.name]].flat().includes('')) continue;
		throw invalidParameter(filter, 'is empty', 'Check the expression. It returns an empty value.');
	}
}

/** @throws {Problem} that names the parameter */
export function readTrigger(context: IPollFunctions, events: TriggerEvent[]): TriggerSettings {
	const reader = pollReader(context);
	const shared = readFields(reader, [eventField(events), ...triggerFields], 0);
	const event = events.find((entry) => entry.event === shared.event) as TriggerEvent;
	const parameters = readEvent(reader, event);
	refuseEmptyFilters(event, parameters.filters);
	return {
		event,
		parameters,
		retries: shared.retryFailedExecutions === true,
		// An event without the option returns one record.
		recordsPerExecution: parameters.options.recordsPerExecution ?? 'automatic',
		minIntervalMs: Number(shared.minInterval) * 60_000,
	};
}
