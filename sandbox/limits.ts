import { performance } from 'node:perf_hooks';
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Limits, Windows } from './types';

const defaults = { minute: 100, hour: 1000, day: 10_000, burst: 0 };
const defaultWindows = { minuteMs: 60_000, hourMs: 3_600_000, dayMs: 86_400_000 };

/** Milliseconds since the epoch that never run backwards. */
export function now(): number {
	return performance.timeOrigin + performance.now();
}

/**
 * The three rate limits, counted per key in sliding windows over the times of arrival. Refused requests do not count.
 */
export class SlidingWindows {
	private readonly arrivals = new Map<string, number[]>();
	/** When the bucket of each key is full again. */
	private readonly fullAt = new Map<string, number>();
	private limits: Required<Limits>;
	private readonly windows: Required<Windows>;

	constructor(
		private readonly initial: Limits = {},
		windows: Windows = {},
	) {
		this.limits = { ...defaults, ...initial };
		this.windows = { ...defaultWindows, ...windows };
	}

	/** Counts an arrival and returns 0, or if a window is full, returns the milliseconds to wait. */
	arrive(key: string, at: number): number {
		const times = this.recent(key, at);
		const { minute, burst } = this.limits;
		const hasBucket = burst > 0 && minute > 0;
		const fullAt = Math.max(at, this.fullAt.get(key) ?? at);
		const everyMs = this.windows.minuteMs / minute;
		const wait = Math.max(
			hasBucket
				? fullAt - at - (burst - 1) * everyMs
				: this.wait(times, at, minute, this.windows.minuteMs),
			this.wait(times, at, this.limits.hour, this.windows.hourMs),
			this.wait(times, at, this.limits.day, this.windows.dayMs),
		);
		if (wait > 0) return wait;
		times.push(at);
		if (hasBucket) this.fullAt.set(key, fullAt + everyMs);
		return 0;
	}

	/** Changes these limits. Earlier requests still count. */
	setLimits(limits: Limits): void {
		this.limits = { ...this.limits, ...limits };
	}

	/** Forgets all arrivals and restores the first limits. */
	reset(): void {
		this.limits = { ...defaults, ...this.initial };
		this.arrivals.clear();
		this.fullAt.clear();
	}

	private wait(times: number[], at: number, limit: number, window: number): number {
		if (limit <= 0 || times.length < limit) return 0;
		return Math.max(0, times[times.length - limit] + window - at);
	}

	private recent(key: string, at: number): number[] {
		const { minuteMs, hourMs, dayMs } = this.windows;
		const from = at - Math.max(minuteMs, hourMs, dayMs);
		const all = this.arrivals.get(key) ?? [];
		const first = all.findIndex((time) => time > from);
		const times = first === 0 ? all : first < 0 ? [] : all.slice(first);
		this.arrivals.set(key, times);
		return times;
	}
}

/**
 * The windows as a store for @fastify/rate-limit, which only supports one fixed window. The store checks all
 * three, so the plugin gets no count, but a result to compare with its `max` of 1.
 */
export function rateLimitStore(windows: SlidingWindows): FastifyRateLimitStoreCtor {
	return class {
		incr(
			key: string,
			callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
		) {
			const ttl = windows.arrive(key, now());
			callback(null, { current: ttl > 0 ? 2 : 1, ttl });
		}

		child() {
			return this;
		}
	};
}
