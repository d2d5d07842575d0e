import { RateLimiter } from '../../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';
import { WINDOWS } from '../../../../nodes/AgentSuite/transport/rateLimiter/windows';
import { pseudoRandom } from '../../../../sandbox/faults';

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

export interface Scenario {
	processes: number;
	/** Requests of each process. */
	reads: number;
	seed: number;
	/** Whether a 429 contains Retry-After (whole seconds). Default: true. */
	retryAfter?: boolean;
	/** The processes start at random within this time, ms. Default 200. */
	startWithin?: number;
	/** One way takes from this long to four times as long, ms. Default 40. */
	latency?: number;
	/** Requests that the service let through before, ms before the start. */
	before?: number[];
	/** The service uses a bucket with this number of places instead of a sliding window. */
	bucket?: number;
	/** This arrival, counted from 1, is refused for no reason. */
	stray?: number;
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
	refused: number;
	/** Refused / sent, of what was sent after the first minute. */
	refusedLater: number;
	/** Requests of each process in flight when its first 429 came; 0 if none did. */
	inFlight: number[];
	/** Requests of each process that were sent in the first minute and refused. */
	refusedFirst: number[];
	/** Requests of each process that succeeded. */
	done: number[];
	/** When the last response came, ms after the start. */
	took: number;
	/** took / the least any client could need at this limit. */
	factor: number;
	/** Accepted requests of each process by minute of the run. */
	byMinute: number[][];
	/** The longest that one request waited for its turn, ms. */
	longestWait: number;
	/** The most 429s that one request met. */
	most429s: number;
	/** How long each burst took, ms. */
	burstTimes: number[];
}

/** Retry-After of the stray refusal. */
export const STRAY_RETRY_AFTER_MS = 1000;
const LIMIT = 100;
/** Requests of a process in flight at a time, as in action/execute. */
const AT_A_TIME = 128;
const MINUTE = WINDOWS.minute;

/**
 * Processes that share only a token. Each has its own limiter and clock, and one request at a time that waits for its
 * turn.
 */
export function simulate(scenario: Scenario): Outcome {
	const { processes, reads, seed, bucket, stray, bursts } = scenario;
	const { retryAfter = true, startWithin = 200, latency = 40, before = [] } = scenario;
	const random = pseudoRandom(seed);
	const agenda = new Agenda();
	const oneWay = () => latency * (1 + 3 * random() ** 3);
	const accepted = before.map((ms) => -ms);
	let oldest = 0;
	let arrivals = 0;
	let [places, filledAt] = [bucket ?? 0, 0];
	let [sentLater, refusedLater] = [0, 0];
	const each = () => Array.from({ length: processes }, () => 0);
	const result: Outcome = {
		sent: 0,
		refused: 0,
		refusedLater: 0,
		inFlight: each(),
		refusedFirst: each(),
		done: each(),
		took: 0,
		factor: 0,
		byMinute: each().map(() => []),
		longestWait: 0,
		most429s: 0,
		burstTimes: [],
	};

	/** A bucket that fills evenly: undefined when it lets the request through, else ms until it would. */
	const fromBucket = (size: number): number | undefined => {
		const perMs = LIMIT / MINUTE;
		places = Math.min(size, places + (agenda.now - filledAt) * perMs);
		filledAt = agenda.now;
		if (places < 1) return (1 - places) / perMs;
		places--;
		return undefined;
	};
	/** The service: undefined when it lets the request through, else ms until a place is free. */
	const arrive = (): number | undefined => {
		if (++arrivals === stray) return STRAY_RETRY_AFTER_MS;
		if (bucket) return fromBucket(bucket);
		while (accepted[oldest] <= agenda.now - MINUTE) oldest++;
		const full = accepted.length - oldest >= LIMIT;
		if (!full) accepted.push(agenda.now);
		return full ? accepted[accepted.length - LIMIT] + MINUTE - agenda.now : undefined;
	};

	const run = (process: number) => {
		const offset = Math.floor((random() - 0.5) * 7_200_000);
		const clock = () => Math.floor(agenda.now) + offset;
		const limiter = new RateLimiter(WINDOWS, random);
		const isBursty = bursts !== undefined && process === processes - 1;
		// Each entry is a request to be sent: how many 429s it has met.
		const todo: number[] = Array.from({ length: isBursty ? 0 : reads }, () => 0);
		let burstBegan = 0;
		let inFlight = 0;
		let asking = false;
		const next = () => {
			if (asking || inFlight >= AT_A_TIME || todo.length === 0) return;
			asking = true;
			const met = todo.shift()!;
			const queued = limiter.enqueue(clock(), { minute: LIMIT, hour: 0, day: 0 });
			const since = agenda.now;
			const land = (sentAt: number, refused: number | undefined) => {
				if (refused === undefined) {
					limiter.report(queued, clock(), 'answered');
					result.done[process]++;
					result.took = agenda.now;
					const minute = Math.floor(agenda.now / MINUTE);
					result.byMinute[process][minute] = (result.byMinute[process][minute] ?? 0) + 1;
					if (isBursty && result.done[process] % bursts.reads === 0)
						result.burstTimes.push(agenda.now - burstBegan);
				} else {
					result.refused++;
					result.inFlight[process] ||= inFlight;
					if (sentAt > MINUTE) refusedLater++;
					else result.refusedFirst[process]++;
					result.most429s = Math.max(result.most429s, met + 1);
					todo.push(met + 1);
					const retryAfterMs = retryAfter ? Math.ceil(refused / 1000) * 1000 : undefined;
					limiter.report(queued, clock(), { retryAfterMs });
				}
				inFlight--;
				next();
			};
			const tryIt = () => {
				const wait = limiter.tryAcquire(queued, clock());
				if (wait) {
					agenda.at(agenda.now + Math.min(wait.askAgainMs, 5000) + random() * 3, tryIt);
					return;
				}
				const sentAt = agenda.now;
				result.longestWait = Math.max(result.longestWait, sentAt - since);
				result.sent++;
				if (sentAt > MINUTE) sentLater++;
				inFlight++;
				asking = false;
				agenda.at(sentAt + oneWay(), () => {
					const refused = arrive();
					agenda.at(agenda.now + oneWay(), () => land(sentAt, refused));
				});
				// A request costs a millisecond of the process.
				agenda.at(sentAt + 0.5 + random(), next);
			};
			tryIt();
		};
		agenda.at(random() * startWithin, next);
		if (!isBursty) return;
		for (let burst = 0; burst < bursts.count; burst++) {
			agenda.at(startWithin + (burst + 1) * bursts.everyMs, () => {
				burstBegan = agenda.now;
				for (let read = 0; read < bursts.reads; read++) todo.push(0);
				next();
			});
		}
	};
	for (let process = 0; process < processes; process++) run(process);
	while (agenda.step() && agenda.now < WINDOWS.day);

	const windows = Math.ceil((processes * reads) / LIMIT) - 1;
	result.factor = result.took / (windows * MINUTE || 1);
	result.refusedLater = refusedLater / (sentLater || 1);
	return result;
}
