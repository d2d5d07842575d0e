import {
	RateLimiter,
	type QueuedRequest,
} from '../../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';
import { SPANS, type Limits } from '../../../../nodes/AgentSuite/transport/rateLimiter/spans';
import { RATE_LIMITS } from '../../../../nodes/AgentSuite/model/limits';
import { RECHECK_MS } from '../../../../nodes/AgentSuite/transport/pacing/clock';
import { TurnQueue } from '../../../../nodes/AgentSuite/transport/pacing/turnQueue';
import { pseudoRandom } from '../../../../sandbox/faults';

/** Of the service, ms. */
const WINDOWS: Limits = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** A queue of events in order of time (ms). */
class Agenda {
	private readonly events: Array<{ time: number; act: () => void }> = [];
	now = 0;

	at(time: number, act: () => void): void {
		let index = this.events.length;
		while (index > 0 && this.events[index - 1].time > time) index--;
		this.events.splice(index, 0, { time, act });
	}

	/** Runs the next event. False if there is none. */
	step(): boolean {
		const next = this.events.shift();
		if (next === undefined) return false;
		this.now = next.time;
		next.act();
		return true;
	}
}

/** What the API documentation names. */
export const DOCUMENTED: Limits = {
	minute: RATE_LIMITS.requestsPerMinute.default,
	hour: RATE_LIMITS.requestsPerHour.default,
	day: RATE_LIMITS.requestsPerDay.default,
};
/** A plan without a limit per hour and day, for a contest that lasts longer than their requests. */
export const MINUTE_ONLY: Limits = { ...DOCUMENTED, hour: 0, day: 0 };

/** The service. Default: sliding windows with the documented limits. */
interface Service {
	limits?: Limits;
	/** Whether a 429 contains Retry-After (whole seconds). Default: true. */
	retryAfter?: boolean;
	/** A bucket with this number of places instead of the windows. It fills evenly, as the limit per minute says. */
	bucket?: number;
	/** This arrival, counted from 1, is refused for no reason. */
	stray?: number;
	/** This part of the arrivals is refused for no reason. */
	randomly?: number;
	/** It works on this many requests at a time, and refuses more without Retry-After. */
	concurrency?: number;
	/** Refused requests count in its windows too. */
	countsRefused?: boolean;
	/** How long it works on a request that it lets through, ms. */
	responseMs?: number;
	/** Every so many of them gets no response, and is lost after a minute. */
	hangs?: number;
	/** Requests that it let through before, ms before the start. */
	before?: number[];
}

export interface Scenario extends Service {
	processes: number;
	/** Requests of each process. */
	reads: number;
	seed: number;
	/** Limits of the credential. Default: those of the service. */
	credential?: Limits;
	/** Executions of each process, which share its requests evenly. Of each, one request waits for its turn. Default 1. */
	executions?: number;
	/** Max Wait, ms. A request for which its execution would wait for longer is lost. Default: none is. */
	maxWait?: number;
	/** The processes start at random within this time, ms. Default 200. */
	startWithin?: number;
	/** One way takes from this long to four times as long, ms. Default 40. */
	latency?: number;
	/** The last process sends this many at a time, in this rhythm, instead of all at the start. */
	bursts?: { count: number; reads: number; everyMs: number };
}

/** What differs from run to run: half of them without Retry-After, starts within 5 s, latencies of 2 to 250 ms. */
export function variation(seed: number) {
	const random = pseudoRandom(seed * 7919);
	return {
		seed,
		retryAfter: seed % 2 === 0,
		startWithin: random() * 5000,
		latency: 2 + random() * 248,
	};
}

export interface Outcome {
	sent: number;
	/** Refused / sent. */
	refused: number;
	/** The same of what was sent after the first minute. */
	refusedLater: number;
	/** Requests of each process that succeeded. */
	done: number[];
	/** Requests that would have waited for longer than Max Wait. */
	lost: number;
	/** When the last response came, ms after the start. */
	took: number;
	/** took / the least any client could need at these limits. */
	factor: number;
	/** Accepted requests of each process by minute of the run. */
	byMinute: number[][];
	/** The longest that one request waited, over all attempts, ms. */
	longestWait: number;
	/** The most 429s that one request met. */
	most429s: number;
	/** How long each burst took, ms. */
	burstTimes: number[];
}

/** What a process uses of a limiter. */
type Limiter = Pick<RateLimiter, 'enqueue' | 'tryTurn' | 'leave' | 'report'>;
export type NewLimiter = (random: () => number) => Limiter;

/** Retry-After of the stray refusal. */
export const STRAY_RETRY_AFTER_MS = 1000;
/** Requests of a process in flight at a time, as in action/execute. */
const AT_A_TIME = 128;
const MINUTE = WINDOWS.minute;
const NAMES = Object.keys(WINDOWS) as Array<keyof Limits>;

/** When the service decides. Undefined: it lets the request through. Otherwise ms until it would, as far as it says so. */
function serviceOf(service: Service, random: () => number, clock: { now: number }) {
	const { limits = DOCUMENTED, bucket, stray, randomly = 0, concurrency = Infinity } = service;
	const { before = [], countsRefused = false, responseMs = 0, retryAfter = true } = service;
	const counted = before.map((ms) => -ms);
	let arrivals = 0;
	let working = 0;
	let [places, filledAt] = [bucket ?? 0, 0];

	const fromBucket = (size: number): number => {
		const perMs = limits.minute / MINUTE;
		places = Math.min(size, places + (clock.now - filledAt) * perMs);
		filledAt = clock.now;
		if (places < 1) return (1 - places) / perMs;
		places--;
		return 0;
	};
	const fromWindows = (): number => {
		const opensAt = NAMES.map((name) => {
			const oldest = counted.length - limits[name];
			return limits[name] && oldest >= 0 ? counted[oldest] + WINDOWS[name] : 0;
		});
		const ms = Math.max(0, ...opensAt.map((at) => at - clock.now));
		if (ms === 0 || countsRefused) counted.push(clock.now);
		return ms;
	};
	const decide = (): number | undefined => {
		if (++arrivals === stray) return STRAY_RETRY_AFTER_MS;
		if (random() < randomly) return retryAfter ? STRAY_RETRY_AFTER_MS : 0;
		if (working >= concurrency) return 0;
		const ms = bucket ? fromBucket(bucket) : fromWindows();
		if (ms === 0) return undefined;
		return retryAfter ? Math.ceil(ms / 1000) * 1000 : 0;
	};
	/** Calls back with the response: `retryAfterMs` of a 429 (0 without one), or undefined for a success. */
	return (agenda: Agenda, respond: (refusedMs: number | undefined) => void) => {
		const refusedMs = decide();
		if (refusedMs !== undefined) return respond(refusedMs);
		working++;
		agenda.at(agenda.now + responseMs, () => {
			working--;
			respond(undefined);
		});
	};
}

/** The least time any client could need, ms: the last of so many requests is so many full windows after the first. */
function leastTime(requests: number, limits: Limits): number {
	const { minute, hour } = limits;
	const hours = hour ? Math.ceil(requests / hour) - 1 : 0;
	const inLastHour = requests - hours * hour;
	return hours * WINDOWS.hour + (Math.ceil(inLastHour / minute) - 1) * MINUTE;
}

/**
 * Processes that share only a token. Each has its own limiter and clock.
 * @param newLimiter makes the limiter of a process
 */
export function simulate(
	scenario: Scenario,
	newLimiter: NewLimiter = (random) => new RateLimiter(SPANS, random),
): Outcome {
	const { processes, reads, seed, bursts, hangs, limits = DOCUMENTED } = scenario;
	const { startWithin = 200, latency = 40, executions = 1, maxWait = Infinity } = scenario;
	const { credential = limits } = scenario;
	const random = pseudoRandom(seed);
	const agenda = new Agenda();
	const oneWay = () => latency * (1 + 3 * random() ** 3);
	const service = serviceOf(scenario, random, agenda);
	const each = () => Array.from({ length: processes }, () => 0);
	const result: Outcome = {
		sent: 0,
		refused: 0,
		refusedLater: 0,
		done: each(),
		lost: 0,
		took: 0,
		factor: 0,
		byMinute: each().map(() => []),
		longestWait: 0,
		most429s: 0,
		burstTimes: [],
	};
	let refused = 0;
	let [sentLater, refusedLater] = [0, 0];
	/** A request to be sent: how many 429s it has met, and how long it has waited, ms. */
	interface Read {
		met: number;
		waited: number;
	}

	const run = (place: number) => {
		const offset = Math.floor((random() - 0.5) * 7_200_000);
		const clock = () => agenda.now + offset;
		const limiter = newLimiter(random);
		const isBursty = bursts !== undefined && place === processes - 1;
		let burstBegan = 0;
		let left = 0;

		const isOver = () => {
			result.took = agenda.now;
			if (isBursty && --left === 0) result.burstTimes.push(agenda.now - burstBegan);
		};
		/** An execution: its requests, in the order in which they wait. @returns adds requests, and starts it */
		const execution = () => {
			const queue = new TurnQueue();
			const todo: Read[] = [];
			let inFlight = 0;
			let isWaiting = false;

			const land = (
				read: Read,
				queued: QueuedRequest,
				sentAt: number,
				refusedMs: number | undefined,
			) => {
				inFlight--;
				if (refusedMs === undefined) {
					limiter.report(queued, 'passed', clock());
					queue.gotThrough();
					result.done[place]++;
					const minute = Math.floor(agenda.now / MINUTE);
					result.byMinute[place][minute] = (result.byMinute[place][minute] ?? 0) + 1;
					isOver();
				} else {
					const asked = { reason: 'throttled', ms: refusedMs } as const;
					limiter.report(queued, 'throttled', clock(), refusedMs > 0 ? asked : undefined);
					refused++;
					if (sentAt > MINUTE) refusedLater++;
					result.most429s = Math.max(result.most429s, ++read.met);
					todo.push(read);
				}
				next();
			};
			const depart = (read: Read, queued: QueuedRequest) => {
				const sentAt = agenda.now;
				result.sent++;
				if (sentAt > MINUTE) sentLater++;
				inFlight++;
				isWaiting = false;
				if (hangs && result.sent % hangs === 0) {
					agenda.at(agenda.now + MINUTE, () => {
						inFlight--;
						limiter.report(queued, 'lost', clock());
						todo.push(read);
						next();
					});
				} else {
					agenda.at(agenda.now + oneWay(), () =>
						service(agenda, (refusedMs) =>
							agenda.at(agenda.now + oneWay(), () => land(read, queued, sentAt, refusedMs)),
						),
					);
				}
				// A request costs a millisecond of the process.
				agenda.at(agenda.now + 0.5 + random(), next);
			};
			const next = () => {
				if (isWaiting || inFlight >= AT_A_TIME || todo.length === 0) return;
				isWaiting = true;
				const read = todo.shift()!;
				const queued = limiter.enqueue(credential);
				const tryIt = () => {
					const now = clock();
					const wait = limiter.tryTurn(queued, now);
					if (wait === undefined) return depart(read, queued);
					const { until } = wait;
					if (until !== undefined && !queue.canWait(until - now, maxWait)) {
						limiter.leave(queued);
						isWaiting = false;
						result.lost++;
						isOver();
						return next();
					}
					const ms =
						Math.min(until === undefined ? Infinity : until - now, RECHECK_MS) + random() * 3;
					agenda.at(agenda.now + ms, () => {
						read.waited += ms;
						if (until !== undefined) queue.waited(ms);
						result.longestWait = Math.max(result.longestWait, read.waited);
						tryIt();
					});
				};
				tryIt();
			};
			return (count: number) => {
				for (let added = 0; added < count; added++) todo.push({ met: 0, waited: 0 });
				next();
			};
		};
		agenda.at(random() * startWithin, () => {
			if (isBursty) return;
			for (let place = 0; place < executions; place++) execution()(reads / executions);
		});
		if (!isBursty) return;
		for (let burst = 0; burst < bursts.count; burst++) {
			agenda.at(startWithin + (burst + 1) * bursts.everyMs, () => {
				burstBegan = agenda.now;
				left = bursts.reads;
				execution()(bursts.reads);
			});
		}
	};
	for (let place = 0; place < processes; place++) run(place);
	while (agenda.step() && agenda.now < WINDOWS.day);

	result.factor = result.took / (leastTime(processes * reads, limits) || MINUTE);
	result.refused = refused / (result.sent || 1);
	result.refusedLater = refusedLater / (sentLater || 1);
	return result;
}
