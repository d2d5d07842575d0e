import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import type { TriggerSettings } from '../../parameters/readTrigger';
import { connectionOf, type Connection } from '../../transport/credential/connection';
import { steadyClock } from '../../transport/clock';
import { RunUsage } from '../../transport/run/runUsage';
import { readList } from '../../transport/readList';
import { inTime } from './inTime';
import { shareOrRead } from './sharedLists';

/** Maximum time of a poll, ms. n8n gives up after 45 s. */
const MAX_POLL_MS = 30_000;

/** When a poll that begins now has to be over, by the steady clock, ms. */
function deadlineOf(context: IPollFunctions): number {
	const budget = context.getPollBudgetMs?.() ?? MAX_POLL_MS;
	return steadyClock.now() + Math.min(budget, MAX_POLL_MS);
}

const credentialNotLoaded = () =>
	new Problem({
		kind: 'connection',
		message: 'n8n did not load the credential in time',
		description: 'Check the database of your n8n instance, and its external vault if it uses one.',
		failure: { cause: 'temporarily-unavailable' },
	});

/** Loads the credential. */
async function connect(context: IPollFunctions, deadline: number): Promise<Connection> {
	const loading = context.getCredentials('agentSuiteApi');
	return connectionOf(await inTime(loading, deadline, credentialNotLoaded));
}

async function readFrom(
	connection: Connection,
	context: IPollFunctions,
	{ event }: TriggerSettings,
	deadline: number,
	usage = new RunUsage(),
): Promise<IDataObject[]> {
	const bounds = { timeoutMs: Infinity, maxWaitMs: Infinity, deadline };
	return await readList(context, event.list.operation, connection, bounds, usage);
}

/** Reads the list of the event for a manual run. @throws {Problem} when there is no success response of the documented shape */
export async function readForPreview(
	context: IPollFunctions,
	settings: TriggerSettings,
): Promise<IDataObject[]> {
	const deadline = deadlineOf(context);
	return await readFrom(await connect(context, deadline), context, settings, deadline);
}

/** How a published trigger reads. */
export interface ReadOptions {
	/** The trigger, by workflow and node. */
	trigger: string;
	/** Whether its minimum interval is over. Otherwise it only uses what another trigger has read, and then reads in step with it. */
	isDue: boolean;
	usage: RunUsage;
}

/**
 * The list of the event, for which several triggers with one credential pay once.
 * @returns undefined if the minimum interval is not over, and no other trigger has just read the list
 * @throws {Problem} when it is due, and there is no success response of the documented shape, also to a trigger that it waited for
 */
export async function readShared(
	context: IPollFunctions,
	settings: TriggerSettings,
	{ trigger, isDue, usage }: ReadOptions,
): Promise<IDataObject[] | undefined> {
	const deadline = deadlineOf(context);
	const once = async () => {
		const connection = await connect(context, deadline);
		// Another credential can have other limits.
		const credential = context.getNode().credentials?.agentSuiteApi?.id;
		const list = [connection.accountKey, credential, settings.event.list.name].join(' ');
		const read = async () => await readFrom(connection, context, settings, deadline, usage);
		return await shareOrRead(list, { trigger, usage, deadline }, isDue ? read : undefined);
	};
	// What is wrong with the credential is reported when it is due. Until then, the rest of the poll goes on.
	return await (isDue ? once() : once().catch(() => undefined));
}
