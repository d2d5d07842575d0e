import * as table from '../../nodes/AgentSuite/resources/operations';
import type { RecordedRequest, SandboxTokens } from '../../sandbox';
import type { Checks } from './checks';
import type { JournalEntry, Expected } from './remote';
import { allKinds, kindOf } from './faultSchedule';

const DONE = 'every write that is reported as successful was processed';
const CREATES = 'no create is processed twice';
const AGAIN = 'a create is only retried after a 429, whatever its parameters evaluate to then';
const UNREADABLE = 'a request whose response cannot be decompressed is not retried';
const OWN = 'a write is sent with the token of its item';
const ENDED = 'a token that is refused is not used for the other items of its run';
const REPEATED = 'no write with a successful response is repeated';
const DOUBT = 'a create that failed but was processed warns before a retry';
const BOUND = 'no run that writes spends more than Max Tokens';
const STOPPED = 'a stopped run sends nothing more';
const TOKEN = 'every request contains the token of its credential';
const LIMITS = 'the rate limits are respected: at most 1 in 100 is refused for a full window';
const WEATHER = 'every kind of fault has happened';
const OPERATIONS = 'every operation has succeeded and has met a fault';

/** Checks that use the recorded requests of the service. */
export const expectedChecks = [
	DONE,
	CREATES,
	AGAIN,
	REPEATED,
	UNREADABLE,
	OWN,
	ENDED,
	DOUBT,
	BOUND,
	STOPPED,
	TOKEN,
	LIMITS,
	WEATHER,
	OPERATIONS,
];

/** How long a request can be on its way after its run was stopped, ms. */
const ON_ITS_WAY = 2000;

const carriedOut = ({ tokens }: RecordedRequest) => tokens > 0;
/** Whether the response was complete, immediate, and a success, so that the node knows that it is done. */
const answered = (request: RecordedRequest) =>
	carriedOut(request) && request.status === 200 && !request.fault;

/** The unique text of an item in its request, if any. */
function keyOf({ body }: RecordedRequest): string | undefined {
	const { name, content, first_message } = (body ?? {}) as Record<string, string | undefined>;
	return (name ?? content ?? first_message)?.replace(/@.*/, '');
}

/** The operation that sends such a request. */
function operationOf(request: RecordedRequest): string | undefined {
	const found = Object.values(table).find(({ method, path }) => {
		const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
		return method === request.method && pattern.test(request.path);
	});
	return found && `${found.resource}.${found.operation}`;
}

/** Compares the recorded requests of one item with the result that the node reported. */
function compare(entry: JournalEntry, requests: RecordedRequest[], checks: Checks): void {
	const story = () =>
		`${entry.operation} "${entry.key}" (${entry.outcome}): ${requests
			.map((request) => `${request.status}${request.fault ? ` ${kindOf(request.fault)}` : ''}`)
			.join(', ')}`;
	const done = requests.filter(carriedOut).length;
	if (entry.outcome === 'done') checks.look(DONE, done === 0 && story());
	const first = requests.findIndex(answered);
	checks.look(REPEATED, first >= 0 && first < requests.length - 1 && story());
	if (entry.stoppedAt !== undefined) {
		const late = requests.some(({ at }) => at > (entry.stoppedAt as number) + ON_ITS_WAY);
		checks.look(STOPPED, late && story());
	}
	const token = `Bearer ${entry.token}`;
	checks.look(OWN, requests.some(({ headers }) => headers.authorization !== token) && story());
	if (!entry.retryOnFail) {
		const unreadable = requests.findIndex(({ fault }) => fault?.kind === 'compression');
		if (unreadable >= 0) checks.look(UNREADABLE, unreadable < requests.length - 1 && story());
	}
	if (entry.operation !== 'seoPlatform.create') return;
	checks.look(CREATES, done > 1 && story());
	const mayFollow = ({ status }: RecordedRequest) => status === 429;
	checks.look(AGAIN, !requests.slice(0, -1).every(mayFollow) && story());
	if (entry.outcome === 'failed' && done > 0) checks.look(DOUBT, !entry.doubtful && story());
}

function bounds({ journal }: Expected, of: Map<string, RecordedRequest[]>, checks: Checks): void {
	const spent = new Map<number, { tokens: number; bound: number }>();
	for (const { key, run, maxTokens } of journal) {
		if (maxTokens === 0) continue;
		const so = spent.get(run) ?? { tokens: 0, bound: maxTokens };
		for (const { tokens } of of.get(key) ?? []) so.tokens += tokens;
		spent.set(run, so);
	}
	for (const [run, { tokens, bound }] of spent) {
		checks.look(BOUND, tokens > bound && `run ${run} spent ${tokens} of ${bound}`);
	}
}

/** Matches the reads of a run with a refused token, and captures the number of the run. */
const REFUSED = /^\/agent\/lead\/(?:revoked|empty)_(\d+)_/;

/** Maximum time until the node has received a response, ms, on a busy machine. */
const RESPONSE_MS = 2_000;

/** Checks that after a refusal, only requests arrive that were already on their way. */
function refusals(requests: RecordedRequest[], checks: Checks): void {
	const refused = new Map<string, { since: number; later: number }>();
	for (const { path, status, fault, at } of requests) {
		const [, run] = REFUSED.exec(path) ?? [];
		if (run === undefined) continue;
		const first = refused.get(run);
		const isRefusal = (status === 401 && !fault) || status === 402;
		if (first && at - first.since > RESPONSE_MS) first.later++;
		else if (!first && isRefusal) refused.set(run, { since: at, later: 0 });
	}
	for (const [run, { later }] of refused) {
		checks.look(ENDED, later > 0 && `run ${run}: ${later} requests long after the first refusal`);
	}
}

/**
 * Checks the whole soak against the requests that the service recorded.
 * @param full whether every operation and fault must have occurred
 */
export function compareWithExpected(
	expected: Expected,
	tokens: SandboxTokens,
	checks: Checks,
	full: boolean,
): void {
	const { journal, requests } = expected;
	const of = new Map<string, RecordedRequest[]>();
	for (const request of requests) {
		const key = keyOf(request);
		if (key !== undefined) of.set(key, [...(of.get(key) ?? []), request]);
	}
	for (const entry of journal) compare(entry, of.get(entry.key) ?? [], checks);
	bounds(expected, of, checks);

	refusals(requests, checks);

	const allowed = [tokens.admin, tokens.adminSecond, tokens.otherOrg].map(
		(token) => `Bearer ${token}`,
	);
	for (const { headers, path } of requests) {
		const [, nobody] = REFUSED.exec(path) ?? [];
		const right = nobody ? [`Bearer nobody-${nobody}`] : allowed;
		checks.look(TOKEN, !right.includes(headers.authorization as string) && path);
	}

	// The second token is also used without limits, so it is sometimes refused.
	const paced = requests.filter(({ headers }) => headers.authorization === allowed[0]);
	const refused = paced.filter(({ status, fault }) => status === 429 && !fault).length;
	checks.look(LIMITS, refused > paced.length / 100 && `${refused} of ${paced.length}`);
	checks.figures(LIMITS, `${refused} of ${paced.length}`);

	if (full) coverage(requests, checks);
}

/** Checks that every operation and every fault occurred. */
function coverage(requests: RecordedRequest[], checks: Checks): void {
	const met = new Map<string, number>();
	const operations = new Map(
		Object.values(table).map(({ resource, operation }) => [
			`${resource}.${operation}`,
			{ done: 0, faults: 0 },
		]),
	);
	for (const request of requests) {
		const counted = operations.get(operationOf(request) ?? '');
		if (counted && answered(request)) counted.done++;
		if (!request.fault) continue;
		if (counted) counted.faults++;
		met.set(kindOf(request.fault), (met.get(kindOf(request.fault)) ?? 0) + 1);
	}
	for (const kind of allKinds) checks.look(WEATHER, !met.has(kind) && `${kind} never`);
	checks.figures(WEATHER, allKinds.map((kind) => `${met.get(kind) ?? 0} × ${kind}`).join(', '));
	for (const [name, { done, faults }] of operations) {
		checks.look(OPERATIONS, (done === 0 || faults === 0) && `${name}: ${done}, ${faults} faults`);
	}
	checks.figures(OPERATIONS, `${operations.size} operations`);
}
