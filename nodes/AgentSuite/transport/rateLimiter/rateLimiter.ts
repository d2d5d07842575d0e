import { countAfter, spanOf, WINDOWS } from './windows';
import type { LimitName, Limits, WindowName } from './windows';

/**
 * How processes share a token. Times are in minutes. A slot is room for one request in a minute.
 * Simulated in test/unit/transport/rateLimiter/simulation.test.ts.
 */
const SHARING = {
	/** Time between probes: at least, longer with fewer slots of our own, at most, and without any. */
	probeEvery: { least: 0.2, perSlot: 12, most: 1.5, none: 0.5 },
	/** Probes added by each success: if others share the token, and if the 429 might be a stray one. */
	growth: { shared: 1.1, alone: 2 },
	/** Minimum time between these probes. After a possibly stray 429, a tenth of it for each 429 of the burst. */
	pace: 1 / 600,
	/** Time until the first probe without Retry-After. It triples with each 429 of the burst, up to 1. */
	backoff: 1 / 81,
	/** If at least this many requests got through, the service might use a token bucket: probe after this time. */
	bucket: { slots: 12, after: 0.1 },
	/** Part of our slots to give up when one was taken, so that all processes end up with the same number. */
	giveBackRatio: 0.2,
	/** Probes for a process that rested for two minutes while others share the token. */
	start: 4,
	/** How far a full queue spreads out per minute and slot. Otherwise newcomers find no gap. */
	spreadRate: 1 / 3000,
};

const NAMES = Object.keys(WINDOWS) as WindowName[];

/** A request that waits for its turn, or was sent. */
export interface QueuedRequest {
	/** When it is sent, ms. While it waits, the earliest time known, or a lower bound in a long queue. */
	at: number;
	/** Those of its credential. */
	limits: Limits;
	/** The limit it waits for, if any. */
	limit?: LimitName;
	/** Whether it was sent beyond our share. */
	probe: boolean;
}

/**
 * How the service replied. `lost`: there was no response, which says nothing about limits. `unsent`: it gives its slot back.
 */
export type Reply = 'answered' | 'lost' | 'unsent' | { retryAfterMs?: number };

/**
 * Decides when requests can be sent. It never sleeps. Times (ms) are arguments and never run backwards.
 * A process that is alone sends a burst that fits the windows immediately. After a 429, it only uses as many slots
 * per minute as the service let through, plus probes for one more. Each probe that succeeds adds probes, so a stray
 * 429 is soon forgotten. If the next minute confirms the 429, probes are rare for an hour.
 */
export class RateLimiter {
	/** When requests of the last day were sent, ascending. */
	private readonly sent: number[] = [];
	/** The limits of all credentials that use the account, and when each was last in use. */
	private readonly known = new Map<string, { limits: Limits; usedAt: number }>();
	/** First come, first served. */
	private readonly queue: QueuedRequest[] = [];
	private inFlight = 0;
	private latest = -Infinity;
	private lastSent = -Infinity;
	/** Since when the queue has kept the minute full. */
	private busySince = -Infinity;
	private pausedUntil = -Infinity;
	/** When one request can try whether a long pause is over. */
	private retryAt = -Infinity;
	/** Our slots per minute. Undefined while only the limits apply. */
	private share?: number;
	/** Probes that can be sent from `nextProbeAt` on. One can be sent at `probeAt` in any case. */
	private probes = 0;
	private nextProbeAt = -Infinity;
	private probeAt = -Infinity;
	/** Also true if there was none yet. */
	private lastProbeSucceeded = true;
	/** Time of the last 429 that began a burst. Later ones for requests sent before it belong to the same burst. */
	private reactedAt = -Infinity;
	/** Time of the 429 that the next minute might confirm. */
	private refusedAt = -Infinity;
	private sharedUntil = -Infinity;
	/** 429s of the last burst. */
	private consecutiveThrottles = 0;

	constructor(
		private readonly windows = WINDOWS,
		private readonly random = Math.random,
	) {}

	/** While several credentials of an account are in use, the strictest of their limits apply. */
	enqueue(time: number, limits: Limits): QueuedRequest {
		const request: QueuedRequest = { at: this.tick(time), limits, probe: false };
		this.queue.push(request);
		return request;
	}

	/** 0: send the request immediately. Otherwise the time to wait before asking again, ms. */
	tryAcquire(slot: QueuedRequest, time: number): number {
		const now = this.tick(time);
		this.known.set(JSON.stringify(slot.limits), { limits: slot.limits, usedAt: now });
		const { minute, hour } = this.windows;
		const ahead = this.queue.indexOf(slot);
		if (ahead < 0) return 0;
		this.schedule(slot, ahead);
		if (slot.at > now) {
			// A probe that was just sent makes way for others if it succeeds.
			const probing = now < this.nextProbeAt + minute / 30;
			return Math.min(slot.at - now, probing ? Math.max(minute / 1200, ahead) : Infinity);
		}
		this.queue.splice(ahead, 1);
		this.sent.push(now);
		this.lastSent = now;
		this.inFlight++;
		if (now < this.pausedUntil) this.retryAt = now + hour;
		if (slot.probe) this.sendProbe(now);
		return 0;
	}

	release(slot: QueuedRequest): void {
		if (this.queue.includes(slot)) this.queue.splice(this.queue.indexOf(slot), 1);
	}

	report(slot: QueuedRequest, time: number, reply: Reply): void {
		const now = this.tick(time);
		this.inFlight--;
		if (reply === 'answered') this.onResponse(slot, now);
		else if (reply === 'unsent') this.uncount(slot);
		else if (reply !== 'lost') this.onThrottled(slot, now, reply.retryAfterMs);
	}

	/** Whether nothing that it knows matters any more. */
	isForgettable(time: number): boolean {
		const now = this.tick(time);
		const until = Math.max(this.pausedUntil, this.sharedUntil);
		return this.sent.length + this.queue.length + this.inFlight === 0 && until < now;
	}

	/** `used`: in the last minute. Without `share`, only the limits apply. */
	stats(time: number) {
		const pausedUntil = this.pausedUntil > this.tick(time) ? this.pausedUntil : undefined;
		const { share, inFlight, queue } = this;
		return { used: this.used(), share, pausedUntil, waiting: queue.length, inFlight };
	}

	/** Takes back a request that the service does not count. */
	private uncount({ at }: QueuedRequest): void {
		const index = this.sent.lastIndexOf(at);
		if (index >= 0) this.sent.splice(index, 1);
	}

	/** Sets when the slot can be used, and the limit it waits for. */
	private schedule(slot: QueuedRequest, ahead: number): void {
		const { latest: now, share } = this;
		Object.assign(slot, { at: now, limit: undefined, probe: false });
		const notBefore = (at: number, limit: LimitName) => {
			if (at > slot.at) Object.assign(slot, { at, limit });
		};
		if (ahead > 0 || now < this.retryAt) notBefore(this.pausedUntil, 'pause');
		for (const name of NAMES) notBefore(this.opens(name, this.strictest(name), ahead), name);
		notBefore(this.spread(), 'minute');
		const beyond = share === undefined ? 0 : this.used() + ahead + 1 - share;
		slot.probe = beyond > 0;
		if (slot.probe) {
			// Whichever comes first: one of our slots, a probe earned by successes, or the probe that is due.
			const own = share ? this.opens('minute', share, ahead) : Infinity;
			const earned = beyond <= this.probes ? this.nextProbeAt : Infinity;
			const due = beyond === 1 ? this.probeAt : Math.max(this.probeAt, now + 1);
			notBefore(Math.min(own, earned, due), 'minute');
		}
	}

	private sendProbe(now: number): void {
		this.share = (this.share ?? 0) + 1;
		if (now < this.probeAt) this.probes--;
		else {
			this.lastProbeSucceeded = false;
			this.probeAt = now + this.interval();
		}
		const pace = SHARING.pace * (this.isShared() ? 1 : Math.min(1, this.consecutiveThrottles / 10));
		this.nextProbeAt = now + this.windows.minute * pace;
	}

	private onResponse(slot: QueuedRequest, now: number): void {
		if (slot.at > this.reactedAt) {
			this.pausedUntil = Math.min(this.pausedUntil, now);
			this.lastProbeSucceeded ||= slot.probe;
			if (slot.probe) this.probes += SHARING.growth[this.isShared() ? 'shared' : 'alone'];
		}
		// Not the strictest one, because the share stays when its credential is no longer in use.
		const limits = [...this.known.values()].map(({ limits }) => limits.minute || Infinity);
		const all = Math.max(...limits);
		if (this.share && this.share >= all) this.share = this.isShared() ? all : undefined;
	}

	private onThrottled(slot: QueuedRequest, now: number, retryAfterMs?: number): void {
		const { minute, hour } = this.windows;
		const isNewBurst = slot.at > this.reactedAt;
		this.consecutiveThrottles = isNewBurst ? 1 : this.consecutiveThrottles + 1;
		this.uncount(slot);
		if (retryAfterMs) {
			this.pausedUntil = Math.max(this.pausedUntil, now + retryAfterMs);
			this.retryAt = Math.min(this.pausedUntil, now + hour);
		}
		if (this.share === undefined) {
			this.share = this.used();
			this.lastProbeSucceeded = true;
		} else {
			this.share = Math.max(0, this.share - 1);
			if (isNewBurst && !slot.probe) this.share -= Math.floor(this.share * SHARING.giveBackRatio);
		}
		if (isNewBurst) {
			const since = now - this.refusedAt;
			if (since > minute && since < minute * 2.5) this.sharedUntil = now + hour;
			if (since > minute) this.refusedAt = now;
			this.reactedAt = now;
		}
		this.probes = 0;
		// A process without slots takes the one that Retry-After names. Others leave it to its owner.
		const named = retryAfterMs && (this.share === 0 || !this.isShared());
		this.probeAt = Math.max(now, this.retryAt) + (named ? 0 : this.interval());
	}

	/** Time until the next probe, ms. */
	private interval(): number {
		const { probeEvery, backoff, bucket } = SHARING;
		const { share = 0, consecutiveThrottles, windows } = this;
		if (this.isShared()) {
			const every = share > 0 ? probeEvery.least + probeEvery.perSlot / share : probeEvery.none;
			return windows.minute * Math.min(probeEvery.most, every) * (0.5 + this.random());
		}
		if (!this.lastProbeSucceeded) return windows.minute;
		const most = share >= bucket.slots ? bucket.after : 1;
		return windows.minute * Math.min(most, backoff * 3 ** consecutiveThrottles);
	}

	/** Whether others are known to use the token too. */
	private isShared = (): boolean => this.latest < this.sharedUntil;

	/** The strictest limit of the credentials that were in use in the last minute. Infinity for none. */
	private strictest(name: WindowName): number {
		let strictest = Infinity;
		for (const { limits, usedAt } of this.known.values()) {
			const isInUse = usedAt >= this.latest - this.windows.minute;
			if (isInUse && limits[name] > 0) strictest = Math.min(strictest, limits[name]);
		}
		return strictest;
	}

	/** When a slot in the window opens for the request that is behind `ahead` others, ms. */
	private opens(name: WindowName, slots: number, ahead: number): number {
		const span = spanOf(this.windows[name]);
		const { sent, latest } = this;
		// The request that frees its slot can itself be waiting for one, and so on.
		const rounds = Math.floor(ahead / slots);
		const first = sent.length + ahead - (rounds + 1) * slots;
		return (first < 0 ? latest : Math.max(latest, sent[first] + span)) + rounds * span;
	}

	/** The spread of a queue that keeps the minute full. It grows from minute to minute. */
	private spread(): number {
		const { sent, latest, windows } = this;
		const slots = this.share ?? this.strictest('minute');
		const last = sent.length - slots;
		const opened = slots > 0 && last >= 0 ? sent[last] + spanOf(windows.minute) : -Infinity;
		if (latest - opened > windows.minute / 4) this.busySince = latest;
		const gap = (latest - this.busySince) * SHARING.spreadRate;
		return this.lastSent + Math.min(windows.minute / slots, gap);
	}

	private used = (): number => countAfter(this.sent, this.latest - spanOf(this.windows.minute));

	/** Brings everything up to `time` and returns the time to use, which never runs backwards. */
	private tick(time: number): number {
		const now = (this.latest = Math.max(this.latest, time));
		const kept = countAfter(this.sent, now - spanOf(this.windows.day));
		this.sent.splice(0, this.sent.length - kept);
		// After a rest, others have taken our slots.
		const rested = now - Math.max(this.lastSent, this.reactedAt) > 2 * this.windows.minute;
		if (this.share !== undefined && rested) {
			this.share = this.isShared() ? 0 : undefined;
			this.probes = Math.max(this.probes, SHARING.start);
		}
		return now;
	}
}
