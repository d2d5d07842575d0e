import { Mutex } from './mutex';
import { SharedWait } from './sharedWait';

/** How the requests of one account take turns in a run. */
export class AccountTurns {
	/**
	 * Only one of them waits at a time, so `sharedWait` counts no time twice. The others queue here, so a run has only one request in the
	 * queue of the rate limiter, however many items it has.
	 */
	readonly mutex = new Mutex();
	readonly sharedWait = new SharedWait();
}
