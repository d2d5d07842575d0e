import type { INodeProperties, NodeHint } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import type { Field } from '../model/field';
import { property } from './fields';
import { optionsCollection } from './sharedFields';
import { eventField, optionsOfEvent, retryNotice, sharedFields } from './triggerFields';

/** What the editor says after a workflow was published. */
export const activationMessage =
	"Your trigger now polls at its Poll Times, and reads as often as 'Read at Most' says. The first read returns existing records only with 'Emit Existing', and alerts for what is low or invalid already.";

/** What the test event of each event invents, above its output. */
export const exampleHints = (events: TriggerEvent[]): NodeHint[] =>
	events.flatMap(({ event, example }) =>
		example
			? {
					message: example.hint,
					type: 'info',
					location: 'outputPane',
					whenToDisplay: 'afterExecution',
					displayCondition: `={{ $parameter["event"] === "${event}" }}`,
				}
			: [],
	);

/** What an event shows: its own fields, how often it is read, retries, and options. */
function fieldsOf(event: TriggerEvent): Field[] {
	return [
		...event.fields,
		...sharedFields(event),
		retryNotice,
		optionsCollection(optionsOfEvent(event)),
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
