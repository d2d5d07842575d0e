import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { TriggerEvent } from '../../../nodes/AgentSuite/model/event';
import {
	balanceLow,
	leadCreated,
	leadCreatedOrUpdated,
} from '../../../nodes/AgentSuite/resources/events';
import type { TriggerSettings } from '../../../nodes/AgentSuite/parameters/readTrigger';
import { steadyClock } from '../../../nodes/AgentSuite/transport/clock';
import { beginPoll, pollOf } from '../../../nodes/AgentSuite/trigger/currentPoll';
import { memories, memoryOf, type Memory } from '../../../nodes/AgentSuite/trigger/memory';
import { reportsEnds } from '../../../nodes/AgentSuite/trigger/n8n/executionEnd';
import { takeActivation } from '../../../nodes/AgentSuite/trigger/n8n/activation';
import { Outbox } from '../../../nodes/AgentSuite/trigger/outbox/outbox';
import { poll } from '../../../nodes/AgentSuite/trigger/poll';
import { send } from '../../../nodes/AgentSuite/trigger/send';
import type { StoredState } from '../../../nodes/AgentSuite/trigger/state/lastState';
import { Table } from '../../../nodes/AgentSuite/trigger/table/table';
import { compareList } from '../../../nodes/AgentSuite/trigger/update';
import { passDate } from '../../support/date';
import { parametersOf } from './poller';

/** A poll that is not the first one after an activation. */
const callIn = (context: IPollFunctions, memory: Memory) => ({
	context,
	memory,
	activation: undefined,
	reportsEnds: reportsEnds(context),
});

/** A poll that has read this list. @returns what it returns */
function compareIn(
	context: IPollFunctions,
	memory: Memory,
	settings: TriggerSettings,
	listed: IDataObject[],
) {
	const log = () => undefined;
	const current = pollOf(beginPoll({ ...callIn(context, memory), log }), settings);
	return send(current, true, compareList(current, listed));
}

/** A trigger whose first output cannot be made. */
function withOddOutput(hasEnds: boolean) {
	let isOdd = true;
	let mode = 'update';
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
	const nothing = () => undefined;
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
		logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
		getActivationMode: () => mode,
		helpers: hasEnds
			? { createDeferredPromise: () => ({ promise: new Promise(() => undefined) }) }
			: {},
		__emit: (output: unknown) => void emitted.push(output),
	} as unknown as IPollFunctions;
	memories.clear();
	const memory = memoryOf('w', 'n');
	return {
		/** @returns what it has emitted or returned */
		run(): unknown {
			const listed = [{ agentConversationId: 'c', status: 'contacted' }];
			return compareIn(context, memory, settings, listed) ?? emitted.pop();
		},
		/** A poll that cannot read the list. */
		pollWithoutList: async () => {
			passDate(60_000);
			return (await poll(context, [event])) ?? emitted.pop();
		},
		repair: () => {
			isOdd = false;
		},
		/** n8n starts, and the minimum interval is not over. */
		startN8n: () => {
			mode = 'init';
			memory.interval.isOver = () => false;
		},
	};
}

/** n8n's object as its scheduler has it: a copy for each poll. */
const copyOf = (stored: IDataObject): IDataObject =>
	Object.defineProperty({ ...stored }, '__dataChanged', { value: false, writable: true });

/** A trigger that n8n reports no ends to. @param stored n8n's object for its state */
function withoutEnds(stored: IDataObject, mode = 'update') {
	memories.clear();
	const context = {
		getMode: () => 'trigger',
		getWorkflow: () => ({ id: 'w' }),
		getWorkflowStaticData: () => stored,
		getNode: () => ({ id: 'n', parameters: {} }),
		getActivationMode: () => mode,
		logger: { warn: () => undefined },
		helpers: {},
	} as unknown as IPollFunctions;
	return { context, memory: memoryOf('w', 'n') };
}

test('a publication whose poll is skipped counts at once, and no later poll counts as it', async () => {
	const { context, memory } = withoutEnds({}, 'activate');
	const outbox = new Outbox(Table.empty(leadCreated.list));
	const beginAnew = jest.spyOn(outbox, 'beginAnew');
	const kept = { state: { revision: 1 } as StoredState, outbox };
	Object.assign(memory.store, { kept });
	memory.isPolling = true;
	expect(await poll(context, [leadCreated])).toBeNull();
	expect(beginAnew).toHaveBeenCalledTimes(1);
	expect(takeActivation(context)).toBeUndefined();
});

test('an execution without items, until n8n has stored the state: at first, after a rename, or if it could not', async () => {
	let stored: IDataObject = {};
	memories.clear();
	const memory = memoryOf('w', 'n');
	const emitted: Array<{ reject(error: object): void }> = [];
	/** @returns what it has returned, and what n8n's object has then */
	const compared = (listed: IDataObject[] = []): [unknown, IDataObject] => {
		const object = copyOf(stored);
		const createDeferredPromise = () => {
			let reject: (error: object) => void = () => undefined;
			const promise = new Promise((_resolve, fail) => {
				reject = fail;
			});
			return { promise, reject };
		};
		const context = {
			getWorkflowStaticData: () => object,
			getNode: () => ({ id: 'n', parameters: {} }),
			getActivationMode: () => 'update',
			helpers: { createDeferredPromise },
			__emit: (_items: unknown, _response: unknown, done: (typeof emitted)[0]) =>
				void emitted.push(done),
		} as unknown as IPollFunctions;
		const settings = {
			...{ event: leadCreated, retries: true, minIntervalMs: 0 },
			parameters: { ...parametersOf(leadCreated), options: {} },
			recordsPerExecution: 'automatic' as const,
		};
		return [compareIn(context, memory, settings, listed), object];
	};
	expect(compared()[0]).toEqual([[]]);
	const [again, kept] = compared();
	expect(again).toEqual([[]]);
	stored = kept;
	expect(compared()[0]).toBeNull();
	stored = {};
	expect(compared()[0]).toEqual([[]]);
	// What is new starts an execution. What waits does not.
	const lead = { agentConversationId: 'c', status: 'contacted' };
	expect(compared([lead])[0]).toBeNull();
	expect(emitted).toHaveLength(1);
	emitted[0].reject({ reason: 'manual' });
	await new Promise((resolve) => setImmediate(resolve));
	expect(compared([lead])[0]).toEqual([[]]);
	expect(emitted).toHaveLength(1);
});

test.each([true, false])(
	'n8n reports ends: %s. Records whose output cannot be made are not lost',
	(reportsEnds) => {
		const { run, repair } = withOddOutput(reportsEnds);
		expect(run()).toBeUndefined();
		repair();
		expect(run()).toEqual([[{ json: expect.objectContaining({ leadKey: 'c' }) as unknown }]]);
		expect(run()).toBeUndefined();
	},
);

test('n8n starts: nothing is thrown, whatever fails', async () => {
	const { run, startN8n, pollWithoutList, repair } = withOddOutput(false);
	expect(run()).toBeUndefined();
	startN8n();
	expect(await pollWithoutList()).toBeUndefined();
	repair();
	expect(await pollWithoutList()).toHaveLength(1);
});

test.each([true, false])(
	'n8n reports ends: %s. A poll that throws loses nothing that waits',
	async (reportsEnds) => {
		const { run, repair, pollWithoutList } = withOddOutput(reportsEnds);
		expect(run()).toBeUndefined();
		repair();
		await expect(pollWithoutList()).rejects.toThrow('no credential');
		expect(await pollWithoutList()).toEqual([
			[{ json: expect.objectContaining({ leadKey: 'c' }) as unknown }],
		]);
		expect(await pollWithoutList()).toBeUndefined();
	},
);

test('Emit Existing sends what a person has stopped only once a list can be compared', async () => {
	memories.clear();
	const memory = memoryOf('w', 'n');
	const stored: IDataObject = {};
	let stop: (error: object) => void = () => undefined;
	const context = {
		getWorkflowStaticData: () => stored,
		getNode: () => ({ id: 'n', parameters: {} }),
		getActivationMode: () => 'update',
		helpers: {
			createDeferredPromise: () => {
				const promise = new Promise((_resolve, reject) => {
					stop = reject;
				});
				return { promise };
			},
		},
		__emit: () => undefined,
	} as unknown as IPollFunctions;
	const isStopped = () => memory.store.outbox?.waiting.stopped;
	const compared = (emitExisting: boolean, emit: TriggerEvent['emit'], ...listed: string[]) => {
		const settings = {
			...{ event: { ...leadCreated, emit }, retries: true, minIntervalMs: 0 },
			parameters: { ...parametersOf(leadCreated), options: { emitExisting } },
			recordsPerExecution: 'automatic' as const,
		};
		const leads = listed.map((id) => ({ agentConversationId: id, status: 'contacted' }));
		return compareIn(context, memory, settings, leads);
	};
	const { emit } = leadCreated;
	compared(false, emit);
	compared(false, emit, 'a');
	stop({ reason: 'manual' });
	await new Promise((resolve) => setImmediate(resolve));
	expect(isStopped()).toBe(1);
	const odd = () => {
		throw new Error('odd');
	};
	expect(() => compared(true, odd, 'a')).toThrow('odd');
	expect(isStopped()).toBe(1);
	compared(true, emit, 'a');
	expect(isStopped()).toBe(0);
});

test('what waits for the list is not silent', () => {
	const { context, memory } = withoutEnds({});
	const settings = {
		...{ event: leadCreated, retries: true, minIntervalMs: 0 },
		parameters: { ...parametersOf(leadCreated), options: { emitExisting: true } },
		recordsPerExecution: 'automatic' as const,
	};
	compareIn(context, memory, settings, [{ agentConversationId: 'a', status: 'contacted' }]);
	memory.store.outbox!.table.tell(0, { knows: 'nothing' });
	const log = jest.fn();
	const polled = pollOf(beginPoll({ ...callIn(context, memory), log }), settings);
	expect(send(polled, false, 'notRead')).toBeNull();
	expect(log.mock.calls).toEqual([['info', '1 record waits: 1 compared again with the next list']]);
});

test('where n8n reports no end, all records are returned together, also with One', () => {
	const { context, memory } = withoutEnds({});
	const settings = {
		...{ event: leadCreated, retries: true, minIntervalMs: 0 },
		parameters: { ...parametersOf(leadCreated), options: { emitExisting: true } },
		recordsPerExecution: 'one' as const,
	};
	const listed = ['a', 'b'].map((id) => ({ agentConversationId: id, status: 'contacted' }));
	const returned = () => compareIn(context, memory, settings, listed)?.map((items) => items.length);
	expect(returned()).toEqual([2]);
	expect(returned()).toBeUndefined();
	// One that was refused when n8n reported ends.
	const { table } = memory.store.outbox!;
	table.tell(0, { knows: 'nothing' });
	table.noteTry(0, true);
	listed.push({ agentConversationId: 'c', status: 'contacted' });
	expect(returned()).toEqual([2]);
});

test.each([
	['all records, where n8n reports no end', leadCreated, { leadKey: 'a' }],
	['nothing for an alert, because a restart returns it anyway', balanceLow, undefined],
] as const)('a first list that n8n stores with an execution only: %s', (_what, event, item) => {
	const { context, memory } = withoutEnds(copyOf({}));
	const settings = {
		...{ event, retries: false, minIntervalMs: 0 },
		parameters: {
			...parametersOf(event),
			threshold: 5,
			options: { moreThresholds: [], emitExisting: true },
		},
		recordsPerExecution: 'automatic' as const,
	};
	const listed = [{ agentConversationId: 'a', status: 'contacted', totalTokenCount: 9 }];
	const items = compareIn(context, memory, settings, listed);
	expect(items?.flat()[0]?.json).toEqual(item && expect.objectContaining(item));
	expect(items === null).toBe(item === undefined);
});

describe('with retries off', () => {
	const lead = { agentConversationId: 'c', firstName: 'A', status: 'contacted' };

	/** A trigger whose executions stay in progress. */
	function inProgress() {
		memories.clear();
		const memory = memoryOf('w', 'n');
		const stored: IDataObject = {};
		const emitted: IDataObject[] = [];
		const ends: Array<(run: object) => void> = [];
		const context = {
			getWorkflowStaticData: () => stored,
			getWorkflowSettings: () => ({}),
			getNode: () => ({ id: 'n', parameters: {} }),
			getActivationMode: () => 'update',
			helpers: {
				createDeferredPromise: () => {
					let resolve: (run: object) => void = () => undefined;
					const promise = new Promise((done) => {
						resolve = done;
					});
					ends.push(resolve);
					return { promise, resolve };
				},
			},
			__emit: ([items]: Array<Array<{ json: IDataObject }>>) =>
				void emitted.push(...items.map(({ json }) => json)),
		} as unknown as IPollFunctions;
		const parameters = { ...parametersOf(leadCreatedOrUpdated), options: { emitExisting: true } };
		/** @returns what executions have started with */
		const compared = (listed: IDataObject[], status: string[] = []): IDataObject[] => {
			const settings = {
				...{ event: leadCreatedOrUpdated, retries: false, minIntervalMs: 0 },
				parameters: { ...parameters, status },
				recordsPerExecution: 'automatic' as const,
			};
			compareIn(context, memory, settings, listed);
			return emitted.splice(0);
		};
		return { compared, ends };
	}

	test('a record whose execution has no end does not go again after its lease, but an edit of it does', () => {
		const { compared } = inProgress();
		expect(compared([lead])).toHaveLength(1);
		const real = steadyClock.now();
		const clock = jest.spyOn(steadyClock, 'now').mockImplementation(() => real + 86_400_000);
		try {
			expect(compared([lead])).toEqual([]);
			expect(compared([{ ...lead, firstName: 'B' }])).toMatchObject([{ firstName: 'B' }]);
		} finally {
			clock.mockRestore();
		}
	});

	test('what is in an execution and off the list when the filter changes does not go again', () => {
		const { compared } = inProgress();
		expect(compared([lead])).toHaveLength(1);
		expect(compared([], ['contacted'])).toEqual([]);
		expect(compared([lead], ['contacted'])).toEqual([]);
	});
});
