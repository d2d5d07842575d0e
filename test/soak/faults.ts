import type { Fault, FaultAction } from '../../sandbox';
import type { Dice } from './tools';

type Chance = readonly [probability: number, fault: FaultAction];

/** A few of all faults. */
const drizzle: Chance[] = [
	[0.01, { kind: 'rateLimit', retryAfter: 1 }],
	[0.005, { kind: 'rateLimit', retryAfter: false }],
	[0.01, { kind: 'status', status: 500, body: { message: 'Something broke' } }],
	[0.01, { kind: 'status', status: 500, after: true }],
	[0.01, { kind: 'status', status: 503, headers: { 'retry-after': '1' } }],
	[0.01, { kind: 'status', status: 502, body: '<!doctype html><p>Bad', contentType: 'text/html' }],
	[0.01, { kind: 'drop' }],
	[0.02, { kind: 'drop', after: true }],
	[0.02, { kind: 'truncate' }],
	[0.01, { kind: 'truncate', variant: 'json' }],
	[0.01, { kind: 'garbage' }],
	[0.03, { kind: 'compression' }],
	[0.15, { kind: 'emptyRecords' }],
	[0.05, { kind: 'slow', ms: 200 }],
	[0.02, { kind: 'slow', ms: 300, after: true }],
	[0.02, { kind: 'slowBody', ms: 200 }],
];
const limited: Chance[] = [
	[0.2, { kind: 'rateLimit', retryAfter: 0.2 }],
	[0.1, { kind: 'rateLimit', retryAfter: false }],
];
const down: Chance[] = [
	[0.3, { kind: 'status', status: 503 }],
	[0.3, { kind: 'status', status: 502 }],
	[0.2, { kind: 'drop' }],
];
const failing: Chance[] = [
	[0.2, { kind: 'status', status: 500, after: true }],
	[0.2, { kind: 'status', status: 500 }],
	[0.2, { kind: 'drop', after: true }],
];
const unreadable: Chance[] = [
	[0.2, { kind: 'truncate' }],
	[0.2, { kind: 'truncate', variant: 'json' }],
	[0.2, { kind: 'compression' }],
	[0.1, { kind: 'garbage' }],
	[0.1, { kind: 'garbage', contentType: 'application/json', body: '{"leads":' }],
];
// Some longer than the timeout: the request is given up before it is processed, after it, and halfway. A connection
// that drips is never idle, and its body never ends.
const slow: Chance[] = [
	[0.3, { kind: 'slow', ms: 400 }],
	[0.2, { kind: 'slowBody', ms: 400 }],
	[0.1, { kind: 'drip', ms: 500 }],
	[0.03, { kind: 'slow', ms: 9000 }],
	[0.03, { kind: 'slow', ms: 9000, after: true }],
	[0.03, { kind: 'slowBody' }],
];

/** The schedules, and how often each runs in one round. The first fault that hits wins. */
const schedules: ReadonlyArray<readonly [times: number, faults: Chance[]]> = [
	[5, []],
	[3, drizzle],
	[1, [...limited, ...drizzle]],
	[1, down],
	[1, [...failing, ...drizzle]],
	[1, unreadable],
	[1, [[0.7, { kind: 'emptyRecords' }]]],
	[1, slow],
];

/** Always active: the leads of an account without tokens. */
export const noTokensLeft: Fault = {
	kind: 'status',
	status: 402,
	body: { message: 'Token balance too low' },
	match: { pathPattern: '^/agent/lead/empty_' },
	times: null,
};

/** Returns the schedules in rounds of random order, so that each occurs regularly. */
export class Forecast {
	private round: Chance[][] = [];

	/** @param longest maximum duration of a schedule, ms */
	constructor(
		private readonly dice: Dice,
		private readonly longest: number,
	) {}

	/** The next faults, and how long they last, ms. */
	next(): { faults: Fault[]; ms: number } {
		if (this.round.length === 0) {
			this.round = schedules.flatMap(([times, chances]) => Array<Chance[]>(times).fill(chances));
		}
		const [chances] = this.round.splice(this.dice.between(0, this.round.length - 1), 1);
		const faults = chances.map(([probability, fault]) => ({
			...fault,
			probability,
			seed: this.dice.between(1, 2 ** 31),
			times: null,
		}));
		return { faults, ms: this.dice.between(this.longest / 4, this.longest) };
	}
}

/** Names a fault by how the node has to handle it. */
export function kindOf(fault: FaultAction): string {
	if (fault.kind === 'rateLimit') {
		return `429 with${fault.retryAfter === false ? 'out' : ''} Retry-After`;
	}
	const kind = fault.kind === 'status' ? `status ${fault.status}` : fault.kind;
	return 'after' in fault && fault.after ? `${kind} after it was processed` : kind;
}

/** The kinds of all faults in the schedules. */
export const allKinds = [
	...new Set(
		[noTokensLeft, ...schedules.flatMap(([, chances]) => chances.map(([, fault]) => fault))].map(
			kindOf,
		),
	),
].sort();
