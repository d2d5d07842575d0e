import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Fault, RecordedRequest, Sandbox } from '../../sandbox';

/** What became of one item that writes, as the node tells it. */
export interface JournalEntry {
	/** The text that the item alone writes. */
	key: string;
	/** The number of its execution. */
	run: number;
	operation: string;
	/** `unknown`: the run ended as a whole before or after the item's turn. */
	outcome: 'done' | 'failed' | 'unknown';
	/** The token of its credential. */
	token: string;
	/** Whether n8n may run the node again for the same execution. */
	retryOnFail: boolean;
	/** Whether the error says that it may have been carried out. */
	doubtful: boolean;
	/** Most tokens that the run may spend, 0 for no bound. */
	maxTokens: number;
	/** When the run had ended, if it was stopped, ms since the epoch. */
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

/** What the service knows in the end. */
export interface Expected {
	journal: JournalEntry[];
	/** How often each schedule has run. */
	schedules: Record<string, number>;
	requests: RecordedRequest[];
}

export interface RemoteOptions {
	seed: number;
	/** Length of the windows, ms, and requests in each. */
	windows: { minute: number; hour: number };
	limits: { minute: number; hour: number };
	/** How long one schedule lasts at most, ms. */
	scheduleMs: number;
}

/** How many records each operation that gives a list starts with. */
type Listed = Record<string, number>;

type Known = Pick<Sandbox, 'url' | 'tokens' | 'secrets' | 'leadIds'> & {
	listed: Listed;
	/** Of the leads, in the same order. */
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

	/** Asks and waits for the answer. */
	async ask<T>(command: Command): Promise<T> {
		if (this.ended) throw new Error('The process of the service has ended');
		const number = ++this.asked;
		const answer = new Promise((resolve) => this.waiting.set(number, resolve));
		this.child.send({ number, command });
		return (await answer) as T;
	}

	/** Writes into the journal: kept there, so that it is no part of the memory under test. */
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
