import type { WorkflowExecuteMode } from 'n8n-workflow';

import { newRun, type Run } from '../../../../nodes/AgentSuite/transport/run/run';
import { steadyClock } from '../../../../nodes/AgentSuite/transport/clock';
import { timeLeft, timeToWait } from '../../../../nodes/AgentSuite/transport/pacing/deadline';
import { waitForTurn } from '../../../../nodes/AgentSuite/transport/pacing/waitForTurn';
import { callOf, requestOf } from '../../../support/requests';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** The wait of a poll that has `ms` left. */
const wait = async (mode: WorkflowExecuteMode, ms: number) =>
	await waitForTurn(
		callOf(
			newRun({ getMode: () => mode } as Run['context']),
			requestOf(undefined, { deadline: steadyClock.now() + ms }),
		),
	);

test('a poll sends nothing in its last second', async () => {
	await expect(wait('trigger', 1000)).resolves.toBeDefined();
	await expect(wait('trigger', 999)).rejects.toThrow(
		'Request not sent: the time of this poll is over',
	);
});

test.each([
	[
		'trigger',
		'A later poll tries again. If this happens often, run large jobs at other times, or divide the rate limits.',
	],
	['manual', 'Try again later.'],
] as const)(
	'after the time of a poll (%s), only a published one tries again',
	async (mode, description) => {
		await expect(wait(mode, 0)).rejects.toMatchObject({ description, isTemporary: true });
	},
);

test('there is no deadline unless it is a poll', () => {
	expect([timeLeft({}), timeToWait({})]).toEqual([Infinity, Infinity]);
});
