/** What follows from the tables, for tests that name it. */
import { DEFAULT_INTERVAL } from '../../nodes/AgentSuite/fields/triggerFields';
import * as events from '../../nodes/AgentSuite/resources/events';

const MINUTES_A_DAY = 24 * 60;

/** The tokens that an event spends a day, by default at its minimum interval. */
export function tokensADay(event: keyof typeof events, minutes = DEFAULT_INTERVAL): number {
	return (MINUTES_A_DAY / minutes) * events[event].list.operation.tokens;
}
