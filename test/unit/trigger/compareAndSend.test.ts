import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { leadCreated } from '../../../nodes/AgentSuite/resources/events';
import { compareAndSend } from '../../../nodes/AgentSuite/trigger/compareAndSend';
import { Memory, type Turn } from '../../../nodes/AgentSuite/trigger/memory';
import { Store } from '../../../nodes/AgentSuite/trigger/store';
import { parametersOf } from './poller';

/** A trigger whose first output cannot be made. */
function withOddOutput(reportsEnds: boolean) {
	let isOdd = true;
	const operation = {
		...leadCreated.list.operation,
		get secrets(): undefined {
			if (isOdd) throw new Error('odd');
			return undefined;
		},
	};
	const event = { ...leadCreated, list: { ...leadCreated.list, operation } };
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
	const context = {
		getWorkflowStaticData: () => stored,
		getNode: () => ({ id: 'n' }),
		getActivationMode: () => 'update',
		helpers: reportsEnds
			? { createDeferredPromise: () => ({ promise: new Promise(() => undefined) }) }
			: {},
		__emit: (output: unknown) => void emitted.push(output),
	} as unknown as IPollFunctions;
	const memory = new Memory();
	const log = () => undefined;
	return {
		/** @returns what it has emitted or returned */
		run(): unknown {
			const store = new Store(context, memory, false);
			const turn = memory.turns.take(0) as Turn;
			const begun = { context, trigger: 'w:n', memory, log, turn, activation: undefined };
			const returned = compareAndSend({ ...begun, settings, store }, [
				{ agentConversationId: 'c', status: 'contacted' },
			]);
			return returned ?? emitted.pop();
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
