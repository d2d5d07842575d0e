import type { IDataObject, INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';

import { shownRecords } from '../output/records';
import type { TriggerSettings } from '../parameters/readTrigger';
import { steadyClock } from '../transport/pacing/clock';
import { endingOf, endingOfRejection, leaseOf, type Log } from './n8n';
import type { Outbox, Piece } from './outbox/outbox';
import type { Store } from './store';

/** What n8n starts an execution with: the items of its only output. */
export type Items = INodeExecutionData[][];

/** Turns records into what the trigger returns. */
export function asOutput(
	{ event, parameters: { options } }: TriggerSettings,
	items: Iterable<IDataObject>,
): Items {
	// Copies, because other triggers and retries use the same records.
	const shown = shownRecords(event.list.operation, [...items], options.includeSecrets);
	return [shown.map((json) => ({ json }))];
}

/** What a poll sends, and how. */
interface Sending {
	context: IPollFunctions;
	settings: TriggerSettings;
	store: Store;
	log: Log;
	outbox: Outbox;
}

/**
 * Starts executions with what can be sent, one after another, also after the poll has ended: the end of any execution goes on as the
 * last poll sends.
 */
export class Sender {
	/** How the last poll sends. Undefined while a poll reads, so that nothing goes by earlier settings. */
	private current?: Sending;
	/** Whether n8n has taken an execution, so that it reports the end of each. */
	private hasStarted = false;

	/** Starts nothing until a poll sends. */
	suspend(): void {
		this.current = undefined;
	}

	/** @returns false where n8n takes no executions, so that all still waits. If it has taken one before, the next poll goes on. */
	send(sending: Sending): boolean {
		// Before the first start, because its end can come at once.
		this.current = sending;
		return this.goOn();
	}

	private goOn(): boolean {
		while (this.current) {
			const piece = this.current.outbox.next();
			if (!piece) break;
			if (!this.start(piece, this.current)) return this.hasStarted;
		}
		return true;
	}

	/** @returns whether n8n has taken it. Where nothing replaces n8n's default of `__emit`, that throws. */
	private start(piece: Piece, { context, settings, store, log, outbox }: Sending): boolean {
		// First, so that what cannot be made still waits, and the error is reported.
		const output = asOutput(
			settings,
			piece.records.map(({ item }) => item),
		);
		const execution = outbox.start(piece, steadyClock.now(), leaseOf(context));
		store.saveWithExecution();
		const done = context.helpers.createDeferredPromise<IRun | undefined>();
		done.promise
			.then(endingOf, endingOfRejection)
			.then((ending) => {
				log('debug', `an execution with ${piece.records.length} records has ended: ${ending}`);
				outbox.end(execution, ending, steadyClock.now());
				this.goOn();
			})
			// Nothing is thrown into n8n. The next poll goes on.
			.catch((error: Error) => log('error', `could not go on. ${error.message}`));
		try {
			context.__emit(output, undefined, done);
			this.hasStarted = true;
			return true;
		} catch {
			outbox.takeBack(piece, execution, steadyClock.now());
			return false;
		}
	}
}
