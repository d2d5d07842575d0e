import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';

import { recordsForN8n } from '../output/recordsForN8n';
import { steadyClock } from '../transport/clock';
import { endingOf, endingOfRejection, leaseOf } from './n8n/executionEnd';
import type { Log } from './reporting/log';
import type { Outbox } from './outbox/outbox';
import type { Batch } from './outbox/pick';
import type { Pending } from './outbox/queue';
import type { Ending } from './outbox/verdict';

/** What n8n starts an execution with: the items of its only output. */
export type Items = INodeExecutionData[][];

/** Turns records into what the trigger returns. Copies, because other triggers and retries use the same records. */
export const asOutput = (items: IDataObject[]): Items => [
	recordsForN8n(items).map((json) => ({ json })),
];

/**
 * All that can go, for n8n to start one execution with it, where n8n does not report the end of one.
 * @returns null if there is nothing
 */
export function takeAll(outbox: Outbox, log: Log): Items | null {
	const canCopy = ({ item }: Pending) => {
		try {
			return asOutput([item]).length > 0;
		} catch (error) {
			log('error', `could not send a record. ${(error as Error).message}`);
			return false;
		}
	};
	const records = outbox.ready.filter(canCopy);
	if (records.length === 0) return null;
	outbox.give(records);
	return asOutput(records.map(({ item }) => item));
}

/** How a poll sends. */
interface Sending {
	context: IPollFunctions;
	log: Log;
	outbox: Pick<Outbox, 'next' | 'start' | 'end'>;
	/** Stores what the start of an execution tells. */
	save(): void;
}

/**
 * Starts executions with what can be sent, one after another, also after the poll has ended: the end of any execution goes on as the
 * last poll sends.
 */
export class Sender {
	/**
	 * How the last poll sends. It is suspended from when a poll begins until it sends, so that nothing goes by earlier settings, and once
	 * n8n has begun to shut down, until the next poll begins, because what starts then would not end.
	 */
	private state: Sending | 'suspended' | 'shuttingDown' = 'suspended';

	/** From now on, nothing starts: a poll begins. If nothing is to go in that one, it stays so. */
	suspend(): void {
		this.state = 'suspended';
	}

	/**
	 * From now on, executions start as this poll sends. Only where n8n reports their end.
	 * @returns whether one has started
	 */
	resume(sending: Sending): boolean {
		if (this.state === 'suspended') this.state = sending;
		return this.startNext();
	}

	/** Starts what can be sent. @returns whether an execution has started */
	private startNext(): boolean {
		let hasStarted = false;
		while (typeof this.state === 'object') {
			const batch = this.state.outbox.next();
			if (!batch) break;
			hasStarted = this.start(batch, this.state) || hasStarted;
		}
		return hasStarted;
	}

	/** @returns whether n8n has taken it */
	private start(batch: Batch, { context, log, outbox, save }: Sending): boolean {
		const { records } = batch;
		const ended = context.helpers.createDeferredPromise<IRun | undefined>();
		const execution = outbox.start(batch, steadyClock.now(), leaseOf(context));
		const end = (ending: Ending, why = 'n8n does not say why') => {
			const counts = outbox.end(execution, ending, steadyClock.now());
			if (ending === 'interrupted') this.state = 'shuttingDown';
			if (!counts) return;
			log('debug', `an execution with ${records.length} records has ended: ${ending}`);
			if (ending === 'notStarted') log('info', `could not start an execution. ${why}`);
		};
		ended.promise
			.then(
				(run) => end(endingOf(run)),
				(error?: Error) => end(endingOfRejection(error), error?.message),
			)
			.then(() => this.startNext())
			// Nothing is thrown into n8n. The next poll goes on.
			.catch((error: Error) => log('error', `could not go on. ${error.message}`));
		try {
			const output = asOutput(records.map(({ item }) => item));
			save();
			context.__emit(output, undefined, ended);
			return true;
		} catch (error) {
			end('notStarted', (error as Error).message);
			return false;
		}
	}
}
