/** The parameters of the trigger: its event, the fields of that event, and what all events share. */

import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { Problem } from '../model/problem';
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
	const shared = readFields(reader, [eventField(events), ...triggerFields], 0);
	const event = events.find((entry) => entry.event === shared.event) as TriggerEvent;
	const parameters = readEvent(reader, event);
	refuseEmptyFilters(event, parameters.filters);
	return {
		event,
		parameters,
		retries: shared.retryFailedExecutions === true,
		// An alert does not have the option.
		recordsPerExecution: parameters.options.recordsPerExecution ?? 'automatic',
		minIntervalMs: Number(shared.minInterval) * 60_000,
	};
}
