import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Fault, RecordedRequest, Sandbox } from '../../sandbox';

/** The result of an item that writes, as reported by the node. */
export interface JournalEntry {
	/** The unique text of the item. */
	key: string;
	/** The number of its execution. */
	run: number;
	operation: string;
	/** `unknown`: the run was ended before or after the item. */
	outcome: 'done' | 'failed' | 'unknown';
	/** The token of its credential. */
	token: string;
	/** Whether n8n can run the node again in the same execution. */
	retryOnFail: boolean;
	/** Whether the error says that it might have been processed. */
	doubtful: boolean;
	/** Maximum number of tokens of the run, 0 for no limit. */
	maxTokens: number;
	/** When the run ended, if it was stopped, ms since the epoch. */
	stoppedAt?: number;
}

export type Command =
	| { do: 'faults'; on: boolean }
	| { do: 'fault'; fault: Fault }
	| { do: 'addLead' }
	| { do: 'updateLead'; id: string; changes: object }
	| { do: 'addArticle' }
	| { do: 'setInvalid'; id: string; invalid: boolean }
	| { do: 'setBalance'; main: number }
	| { do: 'journal'; entry: JournalEntry }
	| { do: 'expected' };

/** The records of the service at the end. */
export interface Expected {
	journal: JournalEntry[];
	/** How often each schedule has run. */
	schedules: Record<string, number>;
	requests: RecordedRequest[];
}

export interface RemoteOptions {
	seed: number;
	/** Length of the windows, ms. */
	windows: { minute: number; hour: number };
	limits: { minute: number; hour: number };
	/** Maximum duration of a schedule, ms. */
	scheduleMs: number;
}

/** Number of records of each list at the start. */
type Listed = Record<string, number>;

type Known = Pick<Sandbox, 'url' | 'tokens' | 'secrets' | 'leadIds'> & {
	listed: Listed;
	/** Emails of the leads, in the same order. */
	emails: string[];
};

/** The service, as seen from the process under test. */
export class Remote {
	private readonly waiting = new Map<number, (answer: unknown) => void>();
	private asked = 0;
	private ended = false;

	private constructor(
		private readonly child: ChildProcess,
		readonly known: Known,
	) {
		child.on('message', ({ number, answer }: { number: number; answer: unknown }) => {
			this.waiting.get(number)?.(answer);
			this.waiting.delete(number);
		});
		child.on('exit', () => (this.ended = true));
	}

	static async start({ seed, windows, limits, scheduleMs }: RemoteOptions): Promise<Remote> {
		const args = [seed, scheduleMs, windows.minute, windows.hour, limits.minute, limits.hour].map(
			String,
		);
		const child = fork(join(__dirname, 'service.ts'), args, { execArgv: ['--import', 'tsx'] });
		const [first] = (await once(child, 'message')) as [{ answer: Known }];
		return new Remote(child, first.answer);
	}

	/** Sends a command and waits for the response. */
	async ask<T>(command: Command): Promise<T> {
		if (this.ended) throw new Error('The process of the service has ended');
		const number = ++this.asked;
		const answer = new Promise((resolve) => this.waiting.set(number, resolve));
		this.child.send({ number, command });
		return (await answer) as T;
	}

	/** Adds an entry to the journal, which is kept there so that it does not use the memory under test. */
	note(entry: JournalEntry): void {
		this.child.send({ command: { do: 'journal', entry } satisfies Command });
	}

	async stop(): Promise<void> {
		if (this.ended) return;
		const gone = once(this.child, 'exit');
		this.child.disconnect();
		await gone;
	}
}
