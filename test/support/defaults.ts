/** What follows from the tables, for tests that name it. */
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { AgentSuiteTrigger } from '../../nodes/AgentSuite/AgentSuiteTrigger.node';
import { triggerFields } from '../../nodes/AgentSuite/parameters/triggerFields';
import * as events from '../../nodes/AgentSuite/resources/events';

const MINUTES_A_DAY = 24 * 60;

/** The default of **Read at Most Every (Minutes)**. */
export const minInterval = Number(
	triggerFields.find(({ name }) => name === 'minInterval')?.default,
);

/** The tokens that an event spends a day, by default at its minimum interval. */
export function tokensADay(event: keyof typeof events, minutes = minInterval): number {
	return (MINUTES_A_DAY / minutes) * events[event].list.operation.tokens;
}

/** The notice about the cost that n8n shows for these parameters of the trigger, and for the defaults of the others. */
export function costNotice(parameters: INodeParameters): string {
	const { description } = new AgentSuiteTrigger();
	const pollTimes = { item: [{ mode: 'everyMinute' }] };
	const values = { minInterval, pollTimes, ...parameters };
	const shown = description.properties.filter(
		(property) =>
			property.name === 'cost' &&
			NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description),
	);
	if (shown.length !== 1) throw new Error(`${shown.length} notices about the cost are shown`);
	return shown[0].displayName;
}
