import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { eventField, optionsOf, triggerFields } from './describeTrigger';
import { pollReader, readFields } from './readParameters';

export interface TriggerSettings {
	event: TriggerEvent;
	/** The event's own parameters. */
	parameters: {
		filters?: IDataObject;
		options: { emitExisting?: boolean; includeSecrets?: boolean };
	};
	/** Whether failed executions are retried. */
	retries: boolean;
	/** Minimum time between two reads of the list, ms. */
	minIntervalMs: number;
}

/**
 * Reads the parameters of a trigger.
 * @throws {Problem} that names the parameter
 */
export function readTrigger(context: IPollFunctions, events: TriggerEvent[]): TriggerSettings {
	const reader = pollReader(context);
	const chosen = readFields(reader, [eventField(events)], 0).event;
	const event = events.find((entry) => entry.event === chosen) as TriggerEvent;
	const { retryFailedExecutions, minInterval } = readFields(reader, triggerFields, 0);
	const parameters = readFields(reader, [...event.fields, optionsOf(event)], 0);
	return {
		event,
		parameters: parameters as unknown as TriggerSettings['parameters'],
		retries: retryFailedExecutions === true,
		minIntervalMs: Number(minInterval) * 60_000,
	};
}
