import type { Fault, FaultAction } from '../../sandbox';
import type { Dice } from './tools';

type Trouble = 'limited' | 'down' | 'failing' | 'unreadable' | 'empty' | 'slow';

/** All faults by the trouble that they make, with their probability, and that during the trouble. */
const faults: ReadonlyArray<readonly [Trouble, few: number, many: number, FaultAction]> = [
	['limited', 0.01, 0.2, { kind: 'rateLimit', retryAfter: 0.2 }],
	['limited', 0.005, 0.1, { kind: 'rateLimit', retryAfter: false }],
	['down', 0.01, 0.3, { kind: 'status', status: 503, headers: { 'retry-after': '1' } }],
	['down', 0.01, 0.3, { kind: 'status', status: 502, body: '<p>Bad', contentType: 'text/html' }],
	['down', 0.01, 0.2, { kind: 'drop' }],
	['failing', 0.01, 0.2, { kind: 'status', status: 500, body: { message: 'It broke' } }],
	['failing', 0.01, 0.2, { kind: 'status', status: 500, after: true }],
	['failing', 0.02, 0.2, { kind: 'drop', after: true }],
	['unreadable', 0.02, 0.2, { kind: 'truncate' }],
	['unreadable', 0.01, 0.2, { kind: 'truncate', variant: 'json' }],
	['unreadable', 0.01, 0.2, { kind: 'compression' }],
	['unreadable', 0.01, 0.1, { kind: 'garbage' }],
	['unreadable', 0, 0.1, { kind: 'garbage', contentType: 'application/json', body: '{"leads":' }],
	['empty', 0.15, 0.7, { kind: 'emptyRecords' }],
	['slow', 0.05, 0.3, { kind: 'slow', ms: 300 }],
	['slow', 0.02, 0.2, { kind: 'slowBody', ms: 300 }],
	// The connection is never idle, and the body never ends.
	['slow', 0, 0.1, { kind: 'drip', ms: 500 }],
	// Longer than the timeout: the request is given up before it is processed, after it, and halfway.
	['slow', 0, 0.03, { kind: 'slow', ms: 9000 }],
	['slow', 0, 0.03, { kind: 'slow', ms: 9000, after: true }],
	['slow', 0, 0.03, { kind: 'slowBody', ms: 9000 }],
];

/** What happens in one round, in random order: nothing, a few of all faults, or many of one trouble. */
const round: ReadonlyArray<Trouble | 'fine' | 'mixed'> = [
	...Array<'fine'>(5).fill('fine'),
	...Array<'mixed'>(3).fill('mixed'),
	...new Set(faults.map(([trouble]) => trouble)),
];

/** Goes through the rounds, so that each trouble occurs regularly. */
export class Forecast {
	private rest: Array<(typeof round)[number]> = [];

	/** @param longest maximum duration, ms */
	constructor(
		private readonly dice: Dice,
		private readonly longest: number,
	) {}

	next(): { faults: Fault[]; ms: number } {
		if (this.rest.length === 0) this.rest = [...round];
		const [now] = this.rest.splice(this.dice.between(0, this.rest.length - 1), 1);
		const chances = faults.map(([trouble, few, many, fault]) => ({
			...fault,
			probability: trouble === now ? many : now === 'fine' ? 0 : few,
			seed: this.dice.between(1, 2 ** 31),
			times: null,
		}));
		return {
			faults: chances.filter(({ probability }) => probability > 0),
			ms: this.dice.between(this.longest / 4, this.longest),
		};
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

export const allKinds = [...new Set(faults.map(([, , , fault]) => kindOf(fault)))];
