import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { RecordedRequest, Sandbox } from '../../sandbox';

/** The result of an item that writes, as reported by the node. */
export interface Entry {
	/** The unique text of the item. */
	key: string;
	run: number;
	operation: string;
	/** `unknown`: the run was ended before or after the item. */
	outcome: 'done' | 'failed' | 'unknown';
	token: string;
	/** Whether the error says that it might have been processed. */
	doubtful: boolean;
	/** Maximum number of tokens of the run, 0 for no limit. */
	maxTokens: number;
	/** When the run ended, if it was stopped, ms since the epoch. */
	stoppedAt?: number;
}

export interface Recorded {
	journal: Entry[];
	requests: RecordedRequest[];
}

export interface RemoteOptions {
	seed: number;
	/** Length of the windows, ms. */
	windows: { minute: number; hour: number };
	limits: { minute: number; hour: number };
	/** Maximum duration of a schedule of faults, ms. */
	scheduleMs: number;
}

export type Known = Pick<Sandbox, 'url' | 'tokens' | 'secrets' | 'leadIds'> & {
	/** Number of records of each list at the start. */
	listed: Record<string, number>;
};

/** What the process under test tells the service. */
export type Message = { faults: boolean } | { note: Entry } | 'stop';

/** The service, as seen from the process under test. */
export class Remote {
	private constructor(
		private readonly child: ChildProcess,
		readonly known: Known,
	) {}

	static async start(options: RemoteOptions): Promise<Remote> {
		const args = [JSON.stringify(options)];
		const child = fork(join(__dirname, 'service.ts'), args, { execArgv: ['--import', 'tsx'] });
		const [known] = (await once(child, 'message')) as [Known];
		return new Remote(child, known);
	}

	/** Starts or ends the faults. */
	faults(on: boolean): void {
		this.send({ faults: on });
	}

	/** Adds to the journal, which is kept there so that it does not use the memory under test. */
	note(entry: Entry): void {
		this.send({ note: entry });
	}

	/** Ends the service. Resolves with what it has recorded. */
	async stop(): Promise<Recorded> {
		const gone = once(this.child, 'exit');
		this.send('stop');
		const [recorded] = (await once(this.child, 'message')) as [Recorded];
		await gone;
		return recorded;
	}

	private send(message: Message): void {
		this.child.send(message);
	}
}
