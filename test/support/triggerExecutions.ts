/** Executions that a trigger starts, and how n8n reports their ends. */
import {
	ManualExecutionCancelledError,
	SystemShutdownExecutionCancelledError,
	TimeoutExecutionCancelledError,
	type IDataObject,
	type IPollFunctions,
	type IRun,
} from 'n8n-workflow';

/** How an execution ends. 'lost' and 'notCreated': n8n could not start it. 'never': not reported. */
export type End =
	| 'success'
	| 'waiting'
	| 'error'
	| 'crashed'
	| 'stopped'
	| 'timeout'
	| 'shutdown'
	| 'lost'
	| 'notCreated'
	| 'never';

export interface Execution {
	items: IDataObject[];
	/** Undefined while it is in progress. */
	end?: End;
	/** Ends it. n8n reports that to the trigger. */
	settle(end: End): Promise<void>;
}

/** The promise of an emission. */
export type Done = Parameters<IPollFunctions['__emit']>[2];

/** A person has stopped it: n8n 2.0 and earlier only say so in the message. Later ones also have a reason, which counts alone. */
const stopped = (isOlder: boolean) =>
	isOlder
		? new Error(new ManualExecutionCancelledError('1').message)
		: Object.assign(new ManualExecutionCancelledError('1'), { message: 'Stopped' });

const rejections: Partial<Record<End, (isOlder: boolean) => Error>> = {
	stopped,
	timeout: () => new TimeoutExecutionCancelledError('1'),
	shutdown: () => new SystemShutdownExecutionCancelledError('1'),
	notCreated: () => new Error('Connection terminated unexpectedly'),
};

/** What n8n reports of an execution that has ended without an exception. */
function runOf(end: End, callsAllRunning: boolean): IRun {
	if (!callsAllRunning) return { status: end } as IRun;
	const waitTill = end === 'waiting' ? new Date() : undefined;
	return { status: 'running', finished: end === 'success' || undefined, waitTill } as IRun;
}

/**
 * Reports the end of an execution as n8n 2.41 does (`active-executions.js`).
 * @param callsAllRunning whether it does as 1.123.0 and 2.0 to 2.4, which call every execution that has ended running
 */
export function reportEnd(end: End, done: Done, callsAllRunning = false): void {
	const rejection = rejections[end];
	if (rejection) done?.reject(rejection(callsAllRunning));
	else if (end === 'lost') done?.resolve(undefined);
	else if (end !== 'never') done?.resolve(runOf(end, callsAllRunning));
}
