import type { IPollFunctions, IRun } from 'n8n-workflow';

import type { TriggerSettings } from '../parameters/readTrigger';
import { steadyClock } from '../transport/pacing/clock';
import { endingOf, endingOfRejection, leaseOf, reportsEnds } from './endings';
import type { Log } from './log';
import type { Outbox, Piece } from './outbox/outbox';
import { asOutput } from './output';
import type { Store } from './store';

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

	/** Starts nothing until a poll sends. */
	hold(): void {
		this.current = undefined;
	}

	/** @returns whether n8n reports the end of executions, as far as it has taken any. If not, what it has not taken still waits. */
	send(sending: Sending): boolean {
		if (!reportsEnds(sending.context)) return false;
		// Before the first start, because its end can come at once.
		this.current = sending;
		return this.goOn();
	}

	/** @returns whether n8n has taken all that can be sent */
	private goOn(): boolean {
		while (this.current) {
			const piece = this.current.outbox.next();
			if (!piece) break;
			if (!this.start(piece, this.current)) return false;
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
			return true;
		} catch {
			outbox.end(execution, 'notStarted', steadyClock.now());
			return false;
		}
	}
}
