import { Pause } from './pause';
import { Refusals } from './refusals';
import { SentLog } from './sentLog';
import { Share } from './share';
import { NEVER, WINDOWS } from './windows';
import type { LimitName, Limits, WindowName } from './windows';

const NAMES = Object.keys(WINDOWS) as WindowName[];

/** A request that waits for its turn, or was sent. */
export interface QueuedRequest {
	/** When it is sent, ms. While it waits, the earliest time known, or a lower bound in a long queue. */
	at: number;
	/** Those of its credential. */
	limits: Limits;
	/** The limit it waits for, if any. */
	limit?: LimitName;
	/** Whether it was sent although it is over our slots. */
	probe: boolean;
}

/** What the service said about its limits. */
export type Reply =
	/** Nothing, because it processed the request, or refused it for another reason. */
	| 'answered'
	/** Nothing, because no response came. */
	| 'lost'
	/** Nothing, because something failed (5xx). It does not end a pause. */
	| 'failed'
	/** Nothing, because the request was not sent. It takes no slot. */
	| 'unsent'
	/** 429: too many requests, perhaps with the time until more are allowed. */
	| { retryAfterMs?: number };

/**
 * Decides when requests can be sent. It never sleeps. Times (ms) are arguments and never run backwards.
 *
 * It asks three rules, and the latest of their times counts. The log: each window has a limit, and a burst that fits is sent
 * immediately. The pause: nothing is sent until the service says so. The share: after a 429, a process only uses the slots
 * that it had, and probes for more.
 *
 * How processes share a token is simulated in test/unit/transport/rateLimiter/simulation.test.ts.
 */
export class RateLimiter {
	/** First come, first served. */
	private readonly queue: QueuedRequest[] = [];
	private inFlight = 0;
	private latest = NEVER;
	private readonly log: SentLog;
	private readonly pause: Pause;
	private readonly refusals: Refusals;
	private readonly share: Share;

	constructor(windows = WINDOWS, random = Math.random) {
		this.log = new SentLog(windows);
		this.pause = new Pause(windows);
		this.refusals = new Refusals(windows);
		this.share = new Share(this.log, this.refusals, windows, random);
	}

	/** While several credentials of an account are in use, the strictest of their limits apply. */
	enqueue(time: number, limits: Limits): QueuedRequest {
		const request: QueuedRequest = { at: this.tick(time), limits, probe: false };
		this.queue.push(request);
		return request;
	}

	/**
	 * 0: send the request immediately. Otherwise the time to wait before asking again, ms. A request that was released no
	 * longer waits for a turn, so it gets 0, too.
	 */
	tryAcquire(request: QueuedRequest, time: number): number {
		const now = this.tick(time);
		this.log.use(request.limits, now);
		const ahead = this.queue.indexOf(request);
		if (ahead < 0) return 0;
		this.schedule(request, ahead, now);
		if (request.at > now) return Math.min(request.at - now, this.share.recheckAfter(ahead, now));

		this.queue.splice(ahead, 1);
		this.inFlight++;
		this.log.add(now);
		this.pause.noteSent(now);
		if (request.probe) this.share.noteProbe(now);
		return 0;
	}

	/** Takes a request that gives up out of the queue. It does nothing to one that has left it. */
	release(request: QueuedRequest): void {
		const index = this.queue.indexOf(request);
		if (index >= 0) this.queue.splice(index, 1);
	}

	/** What became of a request that could be sent. Once for each. */
	report(request: QueuedRequest, time: number, reply: Reply): void {
		const now = this.tick(time);
		this.inFlight--;
		if (reply === 'lost') return;
		if (reply === 'answered' || reply === 'failed') this.noteResponse(request, now, reply);
		else if (reply === 'unsent') this.noteUnsent(request);
		else this.noteRefusal(request, now, reply.retryAfterMs);
	}

	/** Whether nothing that it knows matters any more, if it has not been used for a while. It changes nothing. */
	isForgettable(now: number): boolean {
		const isIdle = this.log.isEmpty(now) && this.queue.length === 0 && this.inFlight === 0;
		return isIdle && this.pause.until < now && !this.refusals.isShared(now);
	}

	/** For tests. `used`: in the last minute. Without `share`, only the limits apply. It changes nothing. */
	stats(now: number) {
		return {
			used: this.log.used(now),
			share: this.share.slots,
			pausedUntil: this.pause.until > now ? this.pause.until : undefined,
			waiting: this.queue.length,
			inFlight: this.inFlight,
		};
	}

	/** Sets when the request can be sent, and the limit it waits for. */
	private schedule(request: QueuedRequest, ahead: number, now: number): void {
		const { log, pause, share } = this;
		request.at = now;
		request.limit = undefined;
		const notBefore = (at: number, limit: LimitName) => {
			if (at <= request.at) return;
			request.at = at;
			request.limit = limit;
		};
		notBefore(pause.opensAt(ahead, now), 'pause');
		for (const name of NAMES) {
			notBefore(log.opens(name, log.strictest(name, now), ahead, now), name);
		}
		// `spreadAt` counts from what it notes.
		share.noteFullness(now);
		notBefore(share.spreadAt(now), 'minute');
		const overBy = share.overBy(ahead, now);
		request.probe = overBy > 0;
		if (request.probe) notBefore(share.overOpensAt(overBy, ahead, now), 'minute');
	}

	private noteResponse(request: QueuedRequest, now: number, reply: 'answered' | 'failed'): void {
		if (this.refusals.isAfterBurst(request.at)) {
			// In a pause, a 5xx can come from what stands before the service. For the share it got through.
			if (reply === 'answered') this.pause.end(now);
			if (request.probe) this.share.noteProbeSuccess(now);
		}
		// At the loosest limit of all credentials. The strictest can be of one that is soon no longer in use, and then the share
		// still has to hold back the others.
		this.share.capAt(this.log.loosest(), now);
	}

	private noteUnsent({ at, probe }: QueuedRequest): void {
		this.log.takeBack(at);
		this.pause.noteUnsent(at);
		if (probe) this.share.takeBackProbe();
	}

	private noteRefusal(request: QueuedRequest, now: number, retryAfterMs = 0): void {
		// The order counts. A request that was refused takes no slot, so the share that the first 429 sets does not include it.
		// The share needs to know whether a burst begins, and when the pause ends.
		this.log.takeBack(request.at);
		const isNewBurst = this.refusals.note(request.at, now);
		if (retryAfterMs > 0) this.pause.ask(retryAfterMs, now);
		// The first that can be sent in a pause is its trial.
		const resumesAt = Math.max(now, this.pause.trialAt);
		this.share.noteRefusal({ isNewBurst, isProbe: request.probe, resumesAt }, now);
	}

	/** Brings everything up to `time` and returns the time to use, which never runs backwards. */
	private tick(time: number): number {
		this.latest = Math.max(this.latest, time);
		this.log.trim(this.latest);
		this.share.noteRest(this.latest);
		return this.latest;
	}
}
