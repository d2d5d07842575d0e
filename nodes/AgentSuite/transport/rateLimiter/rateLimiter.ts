import { CredentialLimits } from './credentialLimits';
import { Pause } from './pause';
import { Refusals } from './refusals';
import { SentLog } from './sentLog';
import { Share } from './share';
import { WINDOWS } from './windows';
import type { LimitName, Limits, WindowName } from './windows';

const WINDOW_NAMES = Object.keys(WINDOWS) as WindowName[];

/** A request that waits for its turn, or was sent. */
export interface QueuedRequest {
	/** Those of its credential. */
	limits: Limits;
	/** When it was sent, ms. Infinity until then. */
	sentAt: number;
	/** Whether it was sent although it is over our slots. */
	isProbe: boolean;
}

/** Why a request cannot be sent yet. */
export interface Wait {
	/** When to ask again, ms from now. It can be before `earliestAt`, because a probe that gets through makes room. */
	askAgainMs: number;
	/** The earliest time known at which it can be sent, ms. Later in a long queue, earlier if another is not sent. */
	earliestAt: number;
	/** What holds it up for the longest. */
	limit: LimitName;
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
 * One 429, from start to end:
 * 1. `Refusals` note it, as the first of a burst or as one more.
 * 2. With Retry-After, `Pause` holds up everything until then, but for one trial an hour.
 * 3. `Share` begins: our slots per minute are what got through in the last one.
 * 4. `Probes` send one free probe over them: when the pause ends, or without one some seconds later. After a pause longer than
 *    `REST`, the share is over, and the queue goes as if there had been no 429. If others are known, it begins with no slot.
 * 5. If it gets through, it has made a slot and earned two more probes. So the share doubles, until it ends at the limit.
 * 6. If it gets a 429 too, its slot is gone, and the next free probe comes later. After a second burst, others are known: then
 *    each process probes slowly and at random, and keeps its share.
 *
 * Others are processes with a limiter of their own, or a limit of the service below the credential's (`Refusals`). How they share a token is simulated in
 * test/unit/transport/rateLimiter/simulation.test.ts. The numbers are in tuning.ts.
 */
export class RateLimiter {
	/** First come, first served. */
	private readonly queue: QueuedRequest[] = [];
	private inFlight = 0;
	private readonly log: SentLog;
	private readonly limits: CredentialLimits;
	private readonly pause: Pause;
	private readonly refusals: Refusals;
	private readonly share: Share;

	constructor(windows = WINDOWS, random = Math.random) {
		this.log = new SentLog(windows);
		this.limits = new CredentialLimits(windows);
		this.pause = new Pause(windows);
		this.refusals = new Refusals(windows);
		this.share = new Share(this.log, this.limits, this.refusals, windows, random);
	}

	/** While several credentials of an account are in use, the strictest of their limits apply. */
	enqueue(now: number, limits: Limits): QueuedRequest {
		this.tick(now);
		const request: QueuedRequest = { limits, sentAt: Infinity, isProbe: false };
		this.queue.push(request);
		return request;
	}

	/**
	 * Undefined: send the request immediately.
	 * @throws {Error} if it is not in the queue any more
	 */
	tryAcquire(request: QueuedRequest, now: number): Wait | undefined {
		this.tick(now);
		const ahead = this.queue.indexOf(request);
		if (ahead < 0) throw new Error('The request is not in the queue');
		this.limits.use(request.limits, now);
		const [earliestAt, limit] = this.earliestOf(ahead, now);
		if (earliestAt > now) {
			const askAgainMs = Math.min(earliestAt - now, this.share.recheckAfter(ahead, now));
			return { askAgainMs, earliestAt, limit };
		}

		request.sentAt = now;
		request.isProbe = this.share.isOver(ahead, now);
		this.queue.splice(ahead, 1);
		this.inFlight++;
		this.log.add(now);
		this.pause.noteSent(now);
		if (request.isProbe) this.share.noteProbe(now);
		return undefined;
	}

	/** A request that gives up leaves the queue. Nothing happens if it has left it. */
	leave(request: QueuedRequest): void {
		const index = this.queue.indexOf(request);
		if (index >= 0) this.queue.splice(index, 1);
	}

	/** What became of a request that `tryAcquire` let through. Once for each. */
	report(request: QueuedRequest, now: number, reply: Reply): void {
		this.tick(now);
		this.inFlight--;
		if (reply === 'lost') return;
		if (reply === 'answered' || reply === 'failed') this.noteResponse(request, now, reply);
		else if (reply === 'unsent') this.noteUnsent(request);
		else this.noteRefusal(request, now, reply.retryAfterMs);
	}

	/** Whether nothing that it knows matters any more, if it has not been used for a while. It changes nothing. */
	isForgettable(now: number): boolean {
		const isIdle = this.log.isEmpty(now) && this.queue.length === 0 && this.inFlight === 0;
		return isIdle && this.pause.until < now && !this.refusals.areOthersKnown(now);
	}

	/** When a request behind `ahead` others can be sent, and what holds it up until then. */
	private earliestOf(ahead: number, now: number): [number, LimitName] {
		const { log, limits, pause, share } = this;
		const inWindow = (name: WindowName): [number, LimitName] => [
			log.earliestAt(name, limits.strictest(name, now), ahead, now),
			name,
		];
		const rules: Array<[number, LimitName]> = [
			[pause.earliestAt(ahead, now), 'pause'],
			...WINDOW_NAMES.map(inWindow),
			[share.earliestAt(ahead, now), 'minute'],
		];
		return rules.reduce((latest, rule) => (rule[0] > latest[0] ? rule : latest));
	}

	private noteResponse(request: QueuedRequest, now: number, reply: 'answered' | 'failed'): void {
		if (this.refusals.isAfterBurst(request.sentAt)) {
			// In a pause, a 5xx can come from what stands before the service. For the share it got through.
			if (reply === 'answered') this.pause.end(now);
			if (request.isProbe) this.share.noteProbeSuccess(now);
		}
		// At the loosest limit of all credentials. The strictest can be of one that is soon no longer in use, and then the share
		// still has to hold back the others.
		this.share.endAt(this.limits.loosest(), now);
	}

	private noteUnsent({ sentAt, isProbe }: QueuedRequest): void {
		this.log.takeBack(sentAt);
		this.pause.noteUnsent(sentAt);
		if (isProbe) this.share.takeBackProbe();
	}

	private noteRefusal({ sentAt, isProbe }: QueuedRequest, now: number, retryAfterMs = 0): void {
		// The order counts. A request that was refused takes no slot, so the share that the first 429 sets does not include it.
		// The share needs to know whether a burst begins, and when the pause ends.
		this.log.takeBack(sentAt);
		const isNewBurst = this.refusals.note(sentAt, now);
		if (retryAfterMs > 0) this.pause.ask(retryAfterMs, now);
		// The first that can be sent in a pause is its trial.
		const resumesAt = Math.max(now, this.pause.trialAt);
		this.share.noteRefusal({ isNewBurst, isProbe, resumesAt }, now);
	}

	/** Brings everything up to now. */
	private tick(now: number): void {
		this.log.trim(now);
		this.share.endIfRested(now);
	}
}
