import type { IDataObject } from 'n8n-workflow';

import type { Rest } from '../../../playground/rest';
import { unflatten, type WorkflowFile } from '../../../playground/workflows';
import { until } from '../programs/until';
import { listExecutions } from './executions';

/** The result of a run: the items of each node by name, one list per output. */
export interface Run {
	status: string;
	/** n8n's message and description if it failed. */
	error?: string;
	/** The node that failed. */
	node?: string;
	outputs: Record<string, IDataObject[][]>;
}

/** Imports a workflow and returns its ID. */
export async function createWorkflow(
	rest: Rest,
	{ name, nodes, connections, settings }: WorkflowFile,
): Promise<string> {
	const body = { name, nodes, connections, settings };
	return (await rest.post<{ id: string }>('/rest/workflows', body)).id;
}

/** Waits for the end of an execution. */
export async function runOf(rest: Rest, executionId: string): Promise<Run> {
	const { status, data } = await until(
		async () => {
			const found = await rest
				.get<{ status: string; data: string }>(`/rest/executions/${executionId}`)
				.catch(() => undefined);
			return found && !['new', 'running', 'waiting'].includes(found.status) && found;
		},
		`the end of execution ${executionId}`,
		90_000,
	);
	const { resultData } = unflatten(data) as {
		resultData: {
			error?: {
				message?: string;
				description?: string | null;
				node?: { name?: string };
			};
			runData: Record<
				string,
				Array<{ data?: { main?: Array<Array<{ json: IDataObject }> | null> } }>
			>;
		};
	};
	const outputs = Object.entries(resultData.runData).map(([node, [first]]) => [
		node,
		(first.data?.main ?? []).map((items) => (items ?? []).map(({ json }) => json)),
	]);
	const { error } = resultData;
	const said = error && [error.message, error.description].filter(Boolean).join(' ');
	return {
		status,
		error: said,
		node: error?.node?.name,
		outputs: Object.fromEntries(outputs) as Run['outputs'],
	};
}

/** Runs a workflow from one of its triggers, as the editor's button does. */
export async function runFrom(rest: Rest, id: string, start: string): Promise<Run> {
	const { executionId } = await rest.post<{ executionId: string }>(`/rest/workflows/${id}/run`, {
		triggerToStartFrom: { name: start },
	});
	return await runOf(rest, executionId);
}

/** Runs a workflow with these items pinned to its trigger. */
export async function runWith(rest: Rest, id: string, items: IDataObject[]): Promise<Run> {
	const { nodes } = await rest.get<WorkflowFile>(`/rest/workflows/${id}`);
	const trigger = nodes.find(({ type }) => /[tT]rigger$/.test(type));
	if (!trigger) throw new Error(`Workflow ${id} has no trigger`);
	const pinData = { [trigger.name]: items.map((json) => ({ json })) };
	await rest.patch(`/rest/workflows/${id}`, { pinData });
	return await runFrom(rest, id, trigger.name);
}

/** The runs that n8n started automatically, oldest first. */
export async function runsOf(rest: Rest, workflowId: string): Promise<Run[]> {
	const executions = await listExecutions(rest, workflowId);
	return await Promise.all(executions.map(async ({ id }) => await runOf(rest, id)));
}
