import type { INodeProperties } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { costNotices } from './costNotices';
import { property } from './fields';
import { optionsCollection } from './sharedFields';
import { eventField, optionsOfEvent, readCost, triggerFields } from './triggerFields';

/** What the editor says after a workflow was published. */
export const activationMessage = (events: TriggerEvent[]): string =>
	`Your trigger now polls at the times you set, but does not read the service more often than 'Read at Most Every (Minutes)' says. Each read costs ${readCost(events)}. The first poll only returns existing records with 'Emit Existing', or if a balance is already low.`;

const noticeOf = ({ notice, example }: TriggerEvent): string =>
	[notice, example?.notice].filter(Boolean).join('. ');

/** What an event wants to be known, and what its test event invents, in one notice. Events with the same share it. */
function eventNotices(events: TriggerEvent[]): INodeProperties[] {
	const texts = new Set(events.map(noticeOf).filter(Boolean));
	return [...texts].map((text): INodeProperties => {
		const same = events.filter((event) => noticeOf(event) === text);
		return {
			displayName: text,
			name: 'notice',
			type: 'notice',
			default: '',
			displayOptions: { show: { event: same.map(({ event }) => event) } },
		};
	});
}

/** The properties of the trigger: the menu of events, what all events share, costs, then the fields of each event. */
export function describeTrigger(events: TriggerEvent[]): INodeProperties[] {
	const shared = [eventField(events), ...triggerFields] as const;
	return [
		...shared.map((field) => structuredClone(field) as INodeProperties),
		...costNotices(events),
		...eventNotices(events),
		...events.flatMap((event) => {
			const options = optionsOfEvent(event);
			const fields = [...event.fields, ...(options.length ? [optionsCollection(options)] : [])];
			return fields.map((field) => property(field, { event: [event.event] }));
		}),
	];
}

/** An expression that returns "Lead Created" for the saved value `leadCreated`. */
export function triggerSubtitle(events: TriggerEvent[]): string {
	const titles = Object.fromEntries(events.map(({ event, name }) => [event, name]));
	return `={{ (${JSON.stringify(titles)})[$parameter["event"]] }}`;
}
