import * as table from '../../nodes/AgentSuite/resources/operations';
import type { RecordedRequest, SandboxTokens } from '../../sandbox';
import { allKinds, kindOf } from './faults';
import type { Entry, Recorded } from './remote';
import { groupBy, type Checks } from './tools';

const DONE = 'every write that is reported as successful was processed';
const CREATES = 'no create is processed twice';
const AGAIN = 'a create is only retried after a 429, whatever its parameters evaluate to then';
const OWN = 'a write is sent with the token of its item';
const DOUBT = 'a create that failed but was processed warns before a retry';
const BOUND = 'no run that writes spends more than Max Tokens';
const STOPPED = 'a stopped run sends nothing more';
const TOKEN = 'every request contains the token of its credential';
const LIMITS = 'the rate limits are respected: at most 1 in 100 is refused for a full window';
const FAULTS = 'every kind of fault has happened';
const OPERATIONS = 'every operation has succeeded and has met a fault';

/** Checks that use the recorded requests of the service. */
export const recordedChecks = [
	...[DONE, CREATES, AGAIN, OWN, DOUBT, BOUND, STOPPED, TOKEN, LIMITS, FAULTS, OPERATIONS],
];

/** How long a request can be on its way after its run was stopped, ms, on a busy machine. */
const ON_ITS_WAY = 2000;

const isProcessed = ({ tokens }: RecordedRequest) => tokens > 0;

function keyOf({ body }: RecordedRequest): string {
	const { name, content, first_message } = (body ?? {}) as Record<string, string | undefined>;
	return (name ?? content ?? first_message ?? '').replace(/@.*/, '');
}

/** Compares the recorded requests of one item with the result that the node reported. */
function compare(entry: Entry, requests: RecordedRequest[], checks: Checks): void {
	const story = () =>
		`${entry.operation} "${entry.key}" (${entry.outcome}): ${requests
			.map(({ status, fault }) => `${status}${fault ? ` ${kindOf(fault)}` : ''}`)
			.join(', ')}`;
	const processed = requests.filter(isProcessed).length;
	if (entry.outcome === 'done') checks.look(DONE, processed === 0 && story());
	const { stoppedAt } = entry;
	if (stoppedAt !== undefined) {
		checks.look(STOPPED, requests.some(({ at }) => at > stoppedAt + ON_ITS_WAY) && story());
	}
	const token = `Bearer ${entry.token}`;
	checks.look(OWN, requests.some(({ headers }) => headers.authorization !== token) && story());
	if (entry.operation !== 'seoPlatform.create') return;
	checks.look(CREATES, processed > 1 && story());
	checks.look(AGAIN, requests.slice(0, -1).some(({ status }) => status !== 429) && story());
	if (entry.outcome === 'failed' && processed > 0) checks.look(DOUBT, !entry.doubtful && story());
}

function bounds(journal: Entry[], requests: Map<string, RecordedRequest[]>, checks: Checks): void {
	for (const [run, entries] of groupBy(journal, (entry) => entry.run)) {
		const bound = entries[0].maxTokens;
		if (bound === 0) continue;
		const sent = entries.flatMap(({ key }) => requests.get(key) ?? []);
		const spent = sent.reduce((sum, { tokens }) => sum + tokens, 0);
		checks.look(BOUND, spent > bound && `run ${run} spent ${spent} of ${bound}`);
	}
}

function coverage(requests: RecordedRequest[], checks: Checks): void {
	const met = new Set(requests.flatMap(({ fault }) => (fault ? [kindOf(fault)] : [])));
	for (const kind of allKinds) checks.look(FAULTS, !met.has(kind) && `${kind} never`);
	for (const { resource, operation, method, path } of Object.values(table)) {
		const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
		const own = requests.filter((one) => one.method === method && pattern.test(one.path));
		const succeeded = own.some((one) => isProcessed(one) && one.status === 200 && !one.fault);
		const failed = own.some(({ fault }) => fault);
		checks.look(OPERATIONS, !(succeeded && failed) && `${resource}.${operation}`);
	}
}

/** Checks the whole soak. @param full whether every operation and fault must have occurred */
export function checkRecorded(
	{ journal, requests }: Recorded,
	tokens: SandboxTokens,
	checks: Checks,
	full: boolean,
): void {
	const byKey = groupBy(requests, keyOf);
	for (const entry of journal) compare(entry, byKey.get(entry.key) ?? [], checks);
	bounds(journal, byKey, checks);

	const allowed = [tokens.admin, tokens.adminSecond, tokens.otherOrg].map(
		(token) => `Bearer ${token}`,
	);
	for (const { headers, path } of requests) {
		checks.look(TOKEN, !allowed.includes(headers.authorization as string) && path);
	}
	// The second token is also used without limits, so it is sometimes refused.
	const paced = requests.filter(({ headers }) => headers.authorization === allowed[0]);
	const refused = paced.filter(({ status, fault }) => status === 429 && !fault).length;
	checks.look(LIMITS, refused > paced.length / 100 && `${refused} of ${paced.length}`);
	if (full) coverage(requests, checks);
}
