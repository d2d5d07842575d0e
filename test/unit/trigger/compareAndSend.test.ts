import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../../../nodes/AgentSuite/model/event';
import { leadCreated } from '../../../nodes/AgentSuite/resources/events';
import { compareAndSend } from '../../../nodes/AgentSuite/trigger/compareAndSend';
import { memories, memoryOf, type Turn } from '../../../nodes/AgentSuite/trigger/memory';
import { poll } from '../../../nodes/AgentSuite/trigger/poll';
import { Store } from '../../../nodes/AgentSuite/trigger/store';
import { passDate } from '../../support/date';
import { parametersOf } from './poller';

/** A trigger whose first output cannot be made. */
function withOddOutput(reportsEnds: boolean) {
	let isOdd = true;
	const event: TriggerEvent = {
		...leadCreated,
		emit: (...asked) => {
			const item = leadCreated.emit(...asked);
			const get = () => {
				if (isOdd) throw new Error('odd');
				return 'even';
			};
			return item && Object.defineProperty(item, 'odd', { get, enumerable: true });
		},
	};
	const parameters = { ...parametersOf(leadCreated), options: { emitExisting: true } };
	const settings = {
		event,
		parameters,
		retries: false,
		recordsPerExecution: 'automatic' as const,
		minIntervalMs: 0,
	};
	const emitted: unknown[] = [];
	const stored: IDataObject = {};
	const given = new Map<string, unknown>([
		['event', event.event],
		['options', parameters.options],
		['minInterval', 0],
	]);
	const context = {
		getMode: () => 'trigger',
		getWorkflow: () => ({ id: 'w' }),
		getWorkflowStaticData: () => stored,
		getNode: () => ({ id: 'n', parameters: {} }),
		getNodeParameter: (name: string, fallback: unknown) => given.get(name) ?? fallback,
		getCredentials: async () => await Promise.reject(new Error('no credential')),
		logger: { debug: () => undefined, info: () => undefined, warn: () => undefined },
		getActivationMode: () => 'update',
		helpers: reportsEnds
			? { createDeferredPromise: () => ({ promise: new Promise(() => undefined) }) }
			: {},
		__emit: (output: unknown) => void emitted.push(output),
	} as unknown as IPollFunctions;
	memories.clear();
	const memory = memoryOf('w:n');
	const log = () => undefined;
	return {
		/** @returns what it has emitted or returned */
		run(): unknown {
			const store = new Store(context, memory, false);
			const turn = memory.turns.take(0) as Turn;
			const begun = { context, trigger: 'w:n', memory, log, turn, activation: undefined };
			try {
				const listed = [{ agentConversationId: 'c', status: 'contacted' }];
				return compareAndSend({ ...begun, settings, store }, listed) ?? emitted.pop();
			} finally {
				turn.end();
			}
		},
		/** A poll that cannot read the list. */
		pollWithoutList: async () => {
			passDate(60_000);
			return (await poll(context, [event])) ?? emitted.pop();
		},
		repair: () => {
			isOdd = false;
		},
	};
}

test.each([true, false])(
	'n8n reports ends: %s. Records whose output cannot be made are not lost',
	(reportsEnds) => {
		const { run, repair } = withOddOutput(reportsEnds);
		expect(run).toThrow('odd');
		repair();
		expect(run()).toEqual([[{ json: expect.objectContaining({ leadKey: 'c' }) as unknown }]]);
		expect(run()).toBeUndefined();
	},
);

test.each([true, false])('n8n reports ends: %s. Without a list too', async (reportsEnds) => {
	const { run, repair, pollWithoutList } = withOddOutput(reportsEnds);
	expect(run).toThrow('odd');
	await expect(pollWithoutList()).rejects.toThrow('no credential');
	await expect(pollWithoutList()).rejects.toThrow('odd');
	repair();
	expect(await pollWithoutList()).toEqual([
		[{ json: expect.objectContaining({ leadKey: 'c' }) as unknown }],
	]);
});
