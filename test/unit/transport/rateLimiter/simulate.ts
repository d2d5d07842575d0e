import type { IAllExecuteFunctions } from 'n8n-workflow';

import { mapIndexes } from '../../../../nodes/AgentSuite/action/mapIndexes';
import { FIELDS } from '../../../../nodes/AgentSuite/transport/credential/fields';
import { billingGetTokenBalance as operation } from '../../../../nodes/AgentSuite/resources/operations';
import { Accounts } from '../../../../nodes/AgentSuite/transport/account/accounts';
import { steadyClock } from '../../../../nodes/AgentSuite/transport/clock';
import { SPANS } from '../../../../nodes/AgentSuite/transport/rateLimiter/sentLog';
import type { Limits } from '../../../../nodes/AgentSuite/transport/rateLimiter/types';
import { newRun } from '../../../../nodes/AgentSuite/transport/run/run';
import { READS_AT_A_TIME, RECHECK_MS } from '../../../../nodes/AgentSuite/transport/tuning';
import { requestRecords } from '../../../../nodes/AgentSuite/transport/send';
import { pseudoRandom } from '../../../../sandbox/faults';
import { NO_LIMITS } from '../../../support/limiter';
import { requestOf } from '../../../support/requests';

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
	minute: FIELDS.requestsPerMinute.default,
	hour: FIELDS.requestsPerHour.default,
	day: FIELDS.requestsPerDay.default,
};
/** A plan without a limit per hour and day, for a contest that lasts longer than their requests. */
export const MINUTE_ONLY: Limits = { ...NO_LIMITS, minute: DOCUMENTED.minute };

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
	/** Executions of each process, which share its requests evenly. Default 1. */
	executions?: number;
	/** Max Wait, ms. Default: none, so that no request is lost. */
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
	/** Requests of each process that succeeded. */
	done: number[];
	/** Requests that failed, because their run would have waited for longer than Max Wait. */
	lost: number;
	/** When the last response came, ms after the start. */
	took: number;
	/** took / the least any client could need at these limits. */
	factor: number;
	/** Accepted requests of each process by minute of the run. */
	byMinute: number[][];
	/** How long each burst took, ms. */
	burstTimes: number[];
}

/** Retry-After of the stray refusal. */
export const STRAY_RETRY_AFTER_MS = 1000;
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
			return oldest >= 0 ? counted[oldest] + WINDOWS[name] : 0;
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
	const hours = Math.floor((requests - 1) / hour);
	const inLastHour = ((requests - 1) % hour) + 1;
	return hours * WINDOWS.hour + (Math.ceil(inLastHour / minute) - 1) * MINUTE;
}

/** Takes the place of the clock while a simulation runs. */
async function withVirtualTime(agenda: Agenda, run: () => Promise<void>) {
	const { now } = steadyClock;
	steadyClock.now = () => agenda.now;
	try {
		await run();
	} finally {
		steadyClock.now = now;
	}
}

/** Processes that share only a token. They send as the node does, through a service and a time of this file. */
export async function simulate(scenario: Scenario): Promise<Outcome> {
	const { processes, reads, seed, bursts, hangs, limits = DOCUMENTED } = scenario;
	const { startWithin = 200, latency = 40, executions = 1, maxWait = Infinity } = scenario;
	const { credential = limits } = scenario;
	const random = pseudoRandom(seed);
	const accounts = new Accounts(SPANS, random, 0);
	const agenda = new Agenda();
	const oneWay = () => latency * (1 + 3 * random() ** 3);
	const service = serviceOf(scenario, random, agenda);
	const each = () => Array.from({ length: processes }, () => 0);
	const result: Outcome = {
		sent: 0,
		refused: 0,
		done: each(),
		lost: 0,
		took: 0,
		factor: 0,
		byMinute: each().map(() => []),
		burstTimes: [],
	};
	let refused = 0;
	const later = async (ms: number) =>
		await new Promise<void>((resolve) => agenda.at(agenda.now + ms, resolve));

	/** What the service responds, after both ways. */
	async function exchange() {
		result.sent++;
		if (hangs && result.sent % hangs === 0) {
			await later(MINUTE);
			throw Object.assign(new Error('Lost'), { code: 'ECONNRESET' });
		}
		await later(oneWay());
		const refusedMs = await new Promise<number | undefined>((resolve) => service(agenda, resolve));
		await later(oneWay());
		if (refusedMs === undefined) return { statusCode: 200, body: operation.response.documented };
		refused++;
		const headers = refusedMs > 0 && { 'retry-after': String(refusedMs / 1000) };
		return { statusCode: 429, headers, body: '' };
	}

	/** One execution of a process. */
	async function execute(place: number, count: number): Promise<void> {
		const helpers = { httpRequestWithAuthentication: exchange };
		const context = { helpers, logger: { debug: () => {} }, getTimezone: () => 'UTC' };
		const run = newRun(context as unknown as IAllExecuteFunctions, { accounts });
		run.halt.sleepAMoment = async (leftMs) => {
			// A timer is late.
			await later(Math.min(leftMs, RECHECK_MS) + random() * 3);
		};
		const { connection } = requestOf();
		// An account of its own, because processes share nothing.
		const ofProcess = { ...connection, accountKey: String(place), limits: credential };
		const request = requestOf(operation, { connection: ofProcess, maxWaitMs: maxWait });
		await mapIndexes(count, READS_AT_A_TIME, async () => {
			try {
				await requestRecords(run, request);
				result.done[place]++;
				const minute = Math.floor(agenda.now / MINUTE);
				result.byMinute[place][minute] = (result.byMinute[place][minute] ?? 0) + 1;
			} catch {
				result.lost++;
			}
			result.took = agenda.now;
		});
	}

	async function burst(place: number): Promise<void> {
		const began = agenda.now;
		await execute(place, bursts?.reads ?? 0);
		result.burstTimes.push(agenda.now - began);
	}

	await withVirtualTime(agenda, async () => {
		for (let place = 0; place < processes; place++) {
			if (bursts && place === processes - 1) {
				for (let number = 1; number <= bursts.count; number++)
					agenda.at(startWithin + number * bursts.everyMs, () => void burst(place));
			} else {
				agenda.at(random() * startWithin, () => {
					for (let one = 0; one < executions; one++) void execute(place, reads / executions);
				});
			}
		}
		while (agenda.step() && agenda.now < WINDOWS.day) {
			// What follows from an event, until all of it waits again.
			await new Promise(process.nextTick);
		}
	});

	result.factor = result.took / (leastTime(processes * reads, limits) || MINUTE);
	result.refused = refused / (result.sent || 1);
	return result;
}
