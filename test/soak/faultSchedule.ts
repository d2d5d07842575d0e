import type { Fault, FaultAction } from '../../sandbox';
import type { Dice } from './checks';

type Chance = readonly [probability: number, fault: FaultAction];

const page = '<!doctype html><html><head><title>Bad gateway</title></head></html>';

/** A few of all faults. */
const drizzle: Chance[] = [
	[0.01, { kind: 'rateLimit', retryAfter: 1 }],
	[0.005, { kind: 'rateLimit', retryAfter: false }],
	[0.01, { kind: 'status', status: 500, body: { message: 'Something broke' } }],
	[0.01, { kind: 'status', status: 500, after: true }],
	[0.01, { kind: 'status', status: 503, headers: { 'retry-after': '1' } }],
	[0.01, { kind: 'status', status: 502, body: page, contentType: 'text/html' }],
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

/** The schedules, and how often each runs in one round. The first fault that hits wins. */
const schedules: ReadonlyArray<readonly [times: number, name: string, faults: Chance[]]> = [
	[9, 'fine', []],
	[6, 'drizzle', drizzle],
	[1, 'limited', [[0.2, { kind: 'rateLimit', retryAfter: 0.2 }], ...drizzle]],
	[1, 'limited without saying how long', [[0.2, { kind: 'rateLimit', retryAfter: false }]]],
	[
		1,
		'down',
		[
			[0.4, { kind: 'status', status: 503 }],
			[0.4, { kind: 'status', status: 502 }],
		],
	],
	[1, 'failing after it was done', [[0.4, { kind: 'status', status: 500, after: true }]]],
	[1, 'failing', [[0.4, { kind: 'status', status: 500 }], ...drizzle]],
	[1, 'restarting', [[0.7, { kind: 'drop' }], ...drizzle]],
	[1, 'losing responses', [[0.3, { kind: 'drop', after: true }], ...drizzle]],
	[
		1,
		'cutting responses',
		[
			[0.3, { kind: 'truncate' }],
			[0.2, { kind: 'truncate', variant: 'json' }],
		],
	],
	[1, 'compressed by mistake', [[0.4, { kind: 'compression' }]]],
	[1, 'leaving empty records', [[0.7, { kind: 'emptyRecords' }]]],
	[1, 'behind a login page', [[0.5, { kind: 'garbage' }]]],
	[1, 'garbled', [[0.4, { kind: 'garbage', contentType: 'application/json', body: '{"leads":' }]]],
	[
		2,
		'slow',
		[
			[0.4, { kind: 'slow', ms: 400 }],
			[0.3, { kind: 'slow', ms: 400, after: true }],
			[0.2, { kind: 'slowBody', ms: 400 }],
		],
	],
	// The connection is never idle, and the body never ends.
	[1, 'dripping', [[0.3, { kind: 'drip', ms: 500 }]]],
	// Longer than the timeout: the request is given up before it is processed, after it, and halfway.
	[
		1,
		'hanging',
		[
			[0.03, { kind: 'slow', ms: 9000 }],
			[0.03, { kind: 'slow', ms: 9000, after: true }],
			[0.03, { kind: 'slowBody' }],
			...drizzle,
		],
	],
];

/** Always active: the leads of an account without tokens. */
export const noTokensLeft: Fault = {
	kind: 'status',
	status: 402,
	body: { message: 'Token balance too low' },
	match: { pathPattern: '^/agent/lead/empty_' },
	times: null,
};

export interface Weather {
	name: string;
	faults: Array<FaultAction & { probability: number; seed: number; times: null }>;
	/** Duration, ms. */
	ms: number;
}

/** Returns the schedules in rounds of random order, so that each occurs regularly. */
export class Forecast {
	private round: Array<(typeof schedules)[number]> = [];

	/** @param longest maximum duration of a schedule, ms */
	constructor(
		private readonly dice: Dice,
		private readonly longest: number,
	) {}

	next(): Weather {
		if (this.round.length === 0) {
			this.round = schedules.flatMap((entry) => Array.from({ length: entry[0] }, () => entry));
		}
		const [[, name, chances]] = this.round.splice(this.dice.between(0, this.round.length - 1), 1);
		const faults = chances.map(([probability, fault]) => ({
			...fault,
			probability,
			seed: this.dice.between(1, 2 ** 31),
			times: null,
		}));
		return { name, faults, ms: this.dice.between(this.longest / 4, this.longest) };
	}
}

/** All faults in the schedules, as named by `kindOf`. */
export const allKinds = [
	...new Set([
		kindOf(noTokensLeft),
		...schedules.flatMap(([, , chances]) => chances.map(([, fault]) => kindOf(fault))),
	]),
].sort();

/** Names a fault by how the node has to handle it. */
export function kindOf(fault: FaultAction): string {
	switch (fault.kind) {
		case 'status':
			return `status ${fault.status}${fault.after ? ' after it was done' : ''}`;
		case 'rateLimit':
			return `429 with${fault.retryAfter === false ? 'out' : ''} Retry-After`;
		case 'slow':
		case 'drop':
			return `${fault.kind}${fault.after ? ' after it was done' : ''}`;
		case 'truncate':
			return `truncate (${fault.variant ?? 'length'})`;
		default:
			return fault.kind;
	}
}
