import type { INodeProperties } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import type { Field } from '../model/field';
import { property } from './fields';
import { optionsCollection } from './sharedFields';
import { eventField, optionsOfEvent, retryNotice, sharedFields } from './triggerFields';

/** What the editor says after a workflow was published. */
export const activationMessage =
	"Your trigger now polls at its Poll Times, and reads as often as 'Read at Most' says. The first read returns existing records only with 'Emit Existing'. Alerts also report what is low or invalid already.";

/** What the test event invents, below the fields. */
const exampleNotice = ({ example }: TriggerEvent): Field[] =>
	example ? [{ displayName: example.notice, name: 'notice', type: 'notice', default: '' }] : [];

/** What an event shows: its own fields, how often it is read, retries, options, and a notice about its test event. */
function fieldsOf(event: TriggerEvent): Field[] {
	return [
		...event.fields,
		...sharedFields(event),
		retryNotice,
		optionsCollection(optionsOfEvent(event)),
		...exampleNotice(event),
	];
}

/** The properties of the trigger: the menu of events, then the fields of each event, shown only for that. */
export function describeTrigger(events: TriggerEvent[]): INodeProperties[] {
	return [
		structuredClone(eventField(events)) as INodeProperties,
		...events.flatMap((event) =>
			fieldsOf(event).map((field) => property(field, { event: [event.event] })),
		),
	];
}

/** An expression that returns "Lead Created" for the saved value `leadCreated`. */
export function triggerSubtitle(events: TriggerEvent[]): string {
	const titles = Object.fromEntries(events.map(({ event, name }) => [event, name]));
	return `={{ (${JSON.stringify(titles)})[$parameter["event"]] }}`;
}
