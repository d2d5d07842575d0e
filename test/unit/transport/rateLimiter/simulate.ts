import { Pacer, WINDOWS } from '../../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';

/** A small seeded generator (mulberry32): the same seed, the same run. */
export function chance(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** Things that happen at a time (ms), taken out in order of time. */
class Agenda {
	private heap: Array<{ time: number; order: number; act: () => void }> = [];
	private order = 0;
	now = 0;

	at(time: number, act: () => void): void {
		const { heap } = this;
		let index = heap.push({ time, order: this.order++, act }) - 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (!this.before(index, parent)) break;
			[heap[index], heap[parent]] = [heap[parent], heap[index]];
			index = parent;
		}
	}

	/** Does the next thing; false when there is none. */
	step(): boolean {
		const { heap } = this;
		if (heap.length === 0) return false;
		const first = heap[0];
		const last = heap.pop()!;
		if (heap.length > 0) {
			heap[0] = last;
			for (let index = 0; ;) {
				let least = index;
				for (const child of [2 * index + 1, 2 * index + 2]) {
					if (child < heap.length && this.before(child, least)) least = child;
				}
				if (least === index) break;
				[heap[index], heap[least]] = [heap[least], heap[index]];
				index = least;
			}
		}
		this.now = first.time;
		first.act();
		return true;
	}

	private before(a: number, b: number): boolean {
		const [x, y] = [this.heap[a], this.heap[b]];
		return x.time < y.time || (x.time === y.time && x.order < y.order);
	}
}

export interface Scenario {
	processes: number;
	/** Requests of each process. */
	reads: number;
	seed: number;
	/** Requests in any minute the service lets through. Default 100. */
	limit?: number;
	/** Does a 429 carry Retry-After (whole seconds)? Default true. */
	retryAfter?: boolean;
	/** The processes start at random within this time, ms. Default 200. */
	startWithin?: number;
	/** One way takes from this long to four times as long, ms. Default 40. */
	latency?: number;
	/** Do refused requests count, too? Default false. */
	countRefused?: boolean;
}

export interface Outcome {
	sent: number;
	refused: number;
	/** Refused / sent. */
	refusedPart: number;
	/** Requests of each process that succeeded. */
	done: number[];
	/** When the last answer came, ms after the start. */
	took: number;
	/** took / the least any client could need at this limit. */
	factor: number;
	/** Accepted requests of each process by minute of the run. */
	byMinute: number[][];
	/** The longest that one request waited for one departure, ms. */
	longestWait: number;
	/** The most 429s that one request met. */
	most429s: number;
}

/**
 * Processes that share a token and nothing else: each has its own Pacer, its own clock, at most 32
 * requests on their way, and one request at a time that waits for its departure.
 */
export function simulate(scenario: Scenario): Outcome {
	const { processes, reads, seed } = scenario;
	const { limit = 100, retryAfter = true, startWithin = 200, latency = 40 } = scenario;
	const random = chance(seed);
	const agenda = new Agenda();
	const oneWay = () => latency * (1 + 3 * random() ** 3);
	const accepted: number[] = [];
	let oldest = 0;
	const result: Outcome = {
		sent: 0,
		refused: 0,
		refusedPart: 0,
		done: Array.from({ length: processes }, () => 0),
		took: 0,
		factor: 0,
		byMinute: Array.from({ length: processes }, () => []),
		longestWait: 0,
		most429s: 0,
	};

	/** The service: undefined when it lets the request through, else ms until a place is free. */
	const arrive = (): number | undefined => {
		while (accepted[oldest] <= agenda.now - WINDOWS.minute) oldest++;
		const full = accepted.length - oldest >= limit;
		if (!full || scenario.countRefused) accepted.push(agenda.now);
		if (!full) return undefined;
		return accepted[accepted.length - limit] + WINDOWS.minute - agenda.now;
	};

	const run = (process: number) => {
		const offset = Math.floor((random() - 0.5) * 7_200_000);
		const clock = () => Math.floor(agenda.now) + offset;
		const pacer = new Pacer({ minute: limit, hour: 0, day: 0 });
		// Each entry is a request to be sent: how many 429s it has met.
		const todo: number[] = Array.from({ length: reads }, () => 0);
		let flying = 0;
		let asking = false;
		const next = () => {
			if (asking || flying >= 32 || todo.length === 0) return;
			asking = true;
			const met = todo.shift()!;
			const booked = pacer.reserve(clock());
			const since = agenda.now;
			const tryIt = () => {
				const wait = pacer.depart(booked, clock());
				if (wait > 0) {
					agenda.at(agenda.now + Math.min(wait, 5000) + random() * 3, tryIt);
					return;
				}
				result.longestWait = Math.max(result.longestWait, agenda.now - since);
				result.sent++;
				flying++;
				asking = false;
				agenda.at(agenda.now + oneWay(), () => {
					const refused = arrive();
					agenda.at(agenda.now + oneWay(), () => {
						flying--;
						if (refused === undefined) {
							pacer.landed(booked, clock());
							result.done[process]++;
							result.took = agenda.now;
							const minute = Math.floor(agenda.now / WINDOWS.minute);
							result.byMinute[process][minute] = (result.byMinute[process][minute] ?? 0) + 1;
						} else {
							result.refused++;
							result.most429s = Math.max(result.most429s, met + 1);
							todo.unshift(met + 1);
							const asked = retryAfter ? Math.ceil(refused / 1000) * 1000 : undefined;
							pacer.limited(booked, clock(), asked, random());
						}
						next();
					});
				});
				next();
			};
			tryIt();
		};
		agenda.at(random() * startWithin, next);
	};
	for (let process = 0; process < processes; process++) run(process);
	while (agenda.step() && agenda.now < 86_400_000);

	const windows = Math.ceil((processes * reads) / limit) - 1;
	result.factor = result.took / (windows * WINDOWS.minute || 1);
	result.refusedPart = result.refused / result.sent;
	return result;
}
