import { showsService, type Outcome } from '../outcomes/outcome';

/**
 * How long the requests of an account in a run have waited together. So a service that refuses all is waited for once, however many
 * they are.
 */
export class SharedWait {
	private waitedMs = 0;

	get ms(): number {
		return this.waitedMs;
	}

	add(ms: number): void {
		this.waitedMs += ms;
	}

	/**
	 * Notes what a request came to. If it shows that the service is there, the count starts over. That also holds for a request that
	 * was sent before the pause, so a run can wait longer by at most its timeout.
	 */
	noteOutcome(outcome: Outcome): void {
		if (showsService(outcome)) this.waitedMs = 0;
	}
}
