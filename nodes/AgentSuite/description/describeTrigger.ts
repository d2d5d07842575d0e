import type { INodeProperties, NodeHint } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { count, inList } from '../texts/words';
import { menu, priced, propertiesOf } from './describe';
import { shownFieldsOfEvent } from '../fields/shownFields';

/** What the editor says after a workflow was published. */
export function activationMessage(events: TriggerEvent[]): string {
	const alerts = events.flatMap(({ name, list }) => (list.alerts ? [name] : []));
	const orAlerts = alerts.length > 0 ? `, or for ${inList(alerts)}` : '';
	return `Your trigger now polls at its Poll Times, and reads the service as often as 'Read at Most' allows. The first read returns existing records only with 'Emit Existing'${orAlerts}.`;
}

/** Above the button that fetches a test event: "A test event costs one read: 1 token for Balance Low, otherwise 5". */
export function testEventCost(events: TriggerEvent[]): string {
	const tokensOf = ({ list }: TriggerEvent) => list.operation.tokens;
	const usual = Math.max(...events.map(tokensOf));
	const others = events.filter((event) => tokensOf(event) !== usual);
	if (others.length === 0) return `A test event costs one read: ${count(usual, 'token')}`;
	const exceptions = others.map((event) => `${count(tokensOf(event), 'token')} for ${event.name}`);
	return `A test event costs one read: ${exceptions.join(', ')}, otherwise ${usual}`;
}

/** n8n's answer to "When will this node trigger my flow?", in place of its own, which knows one interval. It links "executions". */
export const whenItTriggers =
	'<b>While building your workflow</b>, fetch a test event. It shows up to three existing records, and has no effect on the published workflow. <br /> <br /> <b>Once you publish it</b>, n8n polls at its Poll Times. A poll reads the service when the interval of \'Read at Most\' is over, and executes the workflow with what is new. These executions show up in the <a data-key="executions">executions list</a>, but not in the editor.';

export const testEventHints = (events: TriggerEvent[]): NodeHint[] =>
	events.map(({ event, testEventHint }) => ({
		message: testEventHint,
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'afterExecution',
		displayCondition: `={{ $parameter["event"] === "${event}" }}`,
	}));

/**
 * The properties of the trigger: the menu of events, then the fields of each event, shown only for that.
 * @param selected the event of a trigger that was just added
 */
export function describeTrigger(events: TriggerEvent[], selected: TriggerEvent): INodeProperties[] {
	const entries = events.map(({ name, event, description, list }) => ({
		name,
		value: event,
		description: priced(description, list.operation.tokens),
	}));
	return [
		menu({ displayName: 'Event', name: 'event' }, entries, selected.event),
		...events.flatMap((event) => propertiesOf(shownFieldsOfEvent(event), { event: [event.event] })),
	];
}

/** An expression that returns "Lead Created" for the saved value `leadCreated`. */
export function triggerSubtitle(events: TriggerEvent[]): string {
	const titles = Object.fromEntries(events.map(({ event, name }) => [event, name]));
	return `={{ (${JSON.stringify(titles)})[$parameter["event"]] }}`;
}
