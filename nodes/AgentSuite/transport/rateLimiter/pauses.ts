import type { Pause, Wait } from './types';

/** What the service asks all requests of an account to wait for. Times are in ms. */
export class Pauses {
	/** Until when. The later one of a reason counts. */
	private readonly ends = new Map<Pause['reason'], number>();

	heldUpBy(now: number): Wait[] {
		return [...this.ends].map(([reason, until]) => ({ reason, ms: until - now }));
	}

	note({ reason, ms }: Pause, now: number): void {
		this.ends.set(reason, Math.max(this.ends.get(reason) ?? now, now + ms));
	}

	/** The service lets requests through again, whatever it has asked for. If not, its next 429 or 503 asks again. */
	endAll(): void {
		this.ends.clear();
	}
}
