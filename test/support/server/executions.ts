import type { IDataObject } from 'n8n-workflow';

import { RestError, type Rest } from '../../../playground/rest';
import type { WorkflowFile } from '../../../playground/workflows';
import { unflatten } from './unflatten';
import { until } from '../programs/until';

interface ResultData {
	error?: { message?: string; description?: string | null; node?: { name?: string } };
	runData: Record<string, Array<{ data?: { main?: Array<Array<{ json: IDataObject }> | null> } }>>;
}

export interface StoredExecution {
	id: string;
	status: string;
	/** n8n's message and description if it failed. */
	error?: string;
	node?: string;
	/** The first output of each node in its first run, by node name. */
	outputs: Record<string, IDataObject[]>;
}

/** ID and status of the executions of a workflow, oldest first, at most 100. */
export async function listExecutions(
	rest: Rest,
	workflowId: string,
): Promise<Array<{ id: string; status: string }>> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { results } = await rest.get<{ results: Array<{ id: string; status: string }> }>(
		`/rest/executions?filter=${filter}&limit=100`,
	);
	return results.sort((left, right) => Number(left.id) - Number(right.id));
}

/** Waits until no execution of these workflows is in progress, which takes time on a slow machine. */
export async function idle(rest: Rest, ...workflowIds: string[]): Promise<void> {
	const ended = async (id: string) =>
		// A busy n8n can refuse the request.
		(await listExecutions(rest, id).catch(() => undefined))?.every(
			({ status }) => !['new', 'running'].includes(status),
		);
	for (const id of workflowIds) {
		await until(async () => await ended(id), 'executions to end', 60_000);
	}
}

/** Undefined if n8n has not stored it. n8n 1.x stores the data later, and a SIGKILL in between leaves none. */
async function readExecution(rest: Rest, id: string): Promise<StoredExecution | undefined> {
	const found = await rest
		.get<{ status: string; data: string }>(`/rest/executions/${id}`)
		.catch((error: unknown): undefined => {
			if (!(error instanceof RestError)) throw error;
		});
	if (found === undefined) return undefined;
	const data = unflatten(found.data) as { resultData: ResultData } | undefined;
	if (data === undefined) return undefined;
	const { error, runData = {} } = data.resultData;
	const outputs = Object.entries(runData).map(([name, [run]]) => [
		name,
		(run?.data?.main?.[0] ?? []).map(({ json }) => json),
	]);
	return {
		id,
		status: found.status,
		error: error && [error.message, error.description].filter(Boolean).join(' '),
		node: error?.node?.name,
		outputs: Object.fromEntries(outputs) as StoredExecution['outputs'],
	};
}

/** The executions of a workflow with the output of their nodes, oldest first, at most 100. */
export async function readExecutions(rest: Rest, workflowId: string): Promise<StoredExecution[]> {
	const executions: StoredExecution[] = [];
	for (const { id } of await listExecutions(rest, workflowId)) {
		const execution = await readExecution(rest, id);
		if (execution) executions.push(execution);
	}
	return executions;
}

/** Runs a workflow from one of its triggers, as the editor's button does, and waits for its end. */
export async function runFrom(rest: Rest, id: string, start: string): Promise<StoredExecution> {
	const { executionId } = await rest.post<{ executionId: string }>(`/rest/workflows/${id}/run`, {
		triggerToStartFrom: { name: start },
		// n8n 1.x reads the workflow from here, later versions from the database.
		workflowData: await rest.get<object>(`/rest/workflows/${id}`),
	});
	const ended = async () => {
		const found = await readExecution(rest, executionId);
		return found && !['new', 'running', 'waiting'].includes(found.status) && found;
	};
	return await until(ended, `the end of execution ${executionId}`, 90_000);
}

/** Runs a workflow with these items pinned to its trigger. */
export async function runWith(
	rest: Rest,
	id: string,
	items: IDataObject[],
): Promise<StoredExecution> {
	const { nodes } = await rest.get<WorkflowFile>(`/rest/workflows/${id}`);
	const trigger = nodes.find(({ type }) => /[tT]rigger$/.test(type));
	if (!trigger) throw new Error(`Workflow ${id} has no trigger`);
	const pinData = { [trigger.name]: items.map((json) => ({ json })) };
	await rest.patch(`/rest/workflows/${id}`, { pinData });
	return await runFrom(rest, id, trigger.name);
}
