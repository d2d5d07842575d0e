import type { Write } from './destination';

/** An execution of a workflow. Times are milliseconds since 1970. */
export interface Execution {
	id: string;
	status: string;
	/** When the trigger handed over its items. In queue mode, a worker starts it later, even if the main process was killed. */
	createdAt: number;
	/** Infinity if n8n does not know it. */
	stoppedAt: number;
}

export interface History {
	/** When each record was created, by key. */
	created: Map<string, { at: number; email: string }>;
	writes: Write[];
	executions: Execution[];
	/** When the process that polls was killed. */
	restarts: number[];
	/** When the success of an execution is stored. Until then, a restart can repeat its records. */
	storedAt(execution: Execution, all: Execution[]): number;
}

export interface Account {
	records: number;
	lost: string[];
	wrong: string[];
	repeated: string[];
	/** Writes that n8n's documented limits do not explain: see `explained`. */
	unexplained: string[];
	/** From the creation of each arrived record to its first write, in ascending order. */
	seconds: number[];
}

/** How long after the end of an execution the trigger has heard of it, also on a busy machine, ms. */
const HEARD_MS = 3000;

/** For the polling mode without durable cursors: the next execution of the trigger stores it. */
export function storedByNext({ id, stoppedAt }: Execution, all: Execution[]): number {
	const later = all.filter((other) => other.id !== id && other.createdAt >= stoppedAt + HEARD_MS);
	return Math.min(Infinity, ...later.map(({ createdAt }) => createdAt)) + HEARD_MS;
}

/** For durable cursors: the next poll stores it, also if it starts no execution. `polls`: when they read the list. */
export const storedByPoll =
	(polls: number[]) =>
	({ stoppedAt }: Execution): number =>
		Math.min(Infinity, ...polls.filter((at) => at >= stoppedAt + HEARD_MS)) + HEARD_MS;

/** Whether n8n did not see the first execution succeed, or was killed before the success was stored. */
function explained(first: Write, again: Write, history: History): boolean {
	const { executions, restarts, storedAt } = history;
	const execution = executions.find(({ id }) => id === first.execution);
	if (execution?.status !== 'success') return true;
	const stored = storedAt(execution, executions);
	// A worker can end an execution after the main process was killed.
	return restarts.some((at) => at < stored && at > execution.createdAt && at < again.at);
}

/** The time of day in seconds, for a message. */
const seconds = (at = NaN) => ((at / 1000) % 86_400).toFixed(1);

export function accountOf(history: History): Account {
	const { created, writes } = history;
	const account: Account = {
		records: created.size,
		lost: [],
		wrong: [],
		repeated: [],
		unexplained: [],
		seconds: [],
	};
	for (const [key, { at, email }] of created) {
		const own = writes.filter((write) => write.key === key);
		if (own.length === 0) {
			account.lost.push(key);
			continue;
		}
		account.seconds.push((own[0].at - at) / 1000);
		if (own.at(-1)?.email !== email) account.wrong.push(key);
		if (own.length > 1) account.repeated.push(key);
		for (const [place, write] of own.slice(1).entries()) {
			if (explained(own[place], write, history)) continue;
			const [first, again] = [own[place], write].map((one) => {
				const execution = history.executions.find(({ id }) => id === one.execution);
				return `at ${seconds(one.at)} by execution ${one.execution}, ${seconds(execution?.createdAt)} to ${seconds(execution?.stoppedAt)}`;
			});
			const kills = history.restarts.map(seconds).join(', ');
			account.unexplained.push(`${key} written ${first}, and ${again}. Kills: ${kills}`);
		}
	}
	account.seconds.sort((left, right) => left - right);
	return account;
}
