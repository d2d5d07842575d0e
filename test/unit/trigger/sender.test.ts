import type { IPollFunctions } from 'n8n-workflow';

import { Sender } from '../../../nodes/AgentSuite/trigger/sender';
import type { Outbox } from '../../../nodes/AgentSuite/trigger/outbox/outbox';

/** As n8n's helper makes it. */
function createDeferredPromise() {
	let reject: (error: Error) => void = () => {};
	const promise = new Promise<undefined>((_resolve, rejectPromise) => (reject = rejectPromise));
	return { promise, reject };
}

test('what n8n cancels because it shuts down is followed by nothing, not even by a poll that is in progress', async () => {
	const started: Array<ReturnType<typeof createDeferredPromise>> = [];
	const context = {
		helpers: { createDeferredPromise },
		__emit: (_items: unknown, _response: unknown, done: (typeof started)[number]) =>
			started.push(done),
	} as unknown as IPollFunctions;
	const batch = { lane: 'untried', records: [{ row: 0, item: {}, lane: 'untried' }] };
	/** Has one batch for each poll that sends. */
	let left = 0;
	const outbox = {
		next: () => (left-- > 0 ? batch : undefined),
		start: () => ({}),
		end: () => {},
	} as unknown as Outbox;
	const sender = new Sender();
	const send = () => {
		left = 1;
		sender.resume({ context, log: () => {}, outbox, save: () => {} });
	};
	sender.suspend();
	send();
	expect(started).toHaveLength(1);
	// A poll reads.
	sender.suspend();
	started[0].reject(Object.assign(new Error('Cancelled'), { reason: 'shutdown' }));
	await new Promise(setImmediate);
	send();
	expect(started).toHaveLength(1);
	// n8n goes on after all.
	sender.suspend();
	send();
	expect(started).toHaveLength(2);
});

test('why an execution could not start is logged, and what was in it can go again at once', async () => {
	const logged: string[] = [];
	const ends: unknown[] = [];
	let emit: (done: ReturnType<typeof createDeferredPromise>) => void = () => {
		throw new Error('No database');
	};
	const context = {
		helpers: { createDeferredPromise },
		__emit: (_items: unknown, _response: unknown, done: ReturnType<typeof createDeferredPromise>) =>
			emit(done),
	} as unknown as IPollFunctions;
	const batches = [{ records: [] }];
	const outbox = {
		next: () => batches.pop(),
		start: () => ({}),
		end: (_execution: unknown, ending: unknown) => ends.push(ending) > 0,
	} as unknown as Outbox;
	const sender = new Sender();
	const log = (level: string, text: string) => void logged.push(`${level}: ${text}`);
	const resume = () => sender.resume({ context, log, outbox, save: () => {} });
	expect(resume()).toBe(false);
	expect(ends).toEqual(['notStarted']);
	emit = ({ reject }) => reject(new Error('No credential'));
	batches.push({ records: [] });
	sender.suspend();
	expect(resume()).toBe(true);
	await new Promise(setImmediate);
	expect(ends).toEqual(['notStarted', 'notStarted']);
	expect(logged.filter((line) => line.startsWith('info'))).toEqual([
		'info: could not start an execution. No database',
		'info: could not start an execution. No credential',
	]);
});
