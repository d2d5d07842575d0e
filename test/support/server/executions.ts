import type { IDataObject } from 'n8n-workflow';

import type { Rest } from '../../../playground/rest';
import { unflatten } from '../../../playground/workflows';

interface RunData {
	resultData: {
		error?: { message?: string };
		runData: Record<string, Array<{ data?: { main: Array<Array<{ json: IDataObject }> | null> } }>>;
	};
}

/** An execution as n8n has stored it. */
export interface StoredExecution {
	id: string;
	status: string;
	/** n8n's own words when it has failed. */
	error?: string;
	/** What each node gave on its first output in its first run, by node name. */
	outputs: Record<string, IDataObject[]>;
}

/** Identity and status of the executions of a workflow, the oldest first; 100 at most. */
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

/** The executions of a workflow with what their nodes gave, the oldest first; 100 at most. */
export async function readExecutions(rest: Rest, workflowId: string): Promise<StoredExecution[]> {
	const executions: StoredExecution[] = [];
	for (const { id } of await listExecutions(rest, workflowId)) {
		const path = `/rest/executions/${id}`;
		const { status, data } = await rest.get<{ status: string; data: string }>(path);
		const { resultData } = unflatten(data) as RunData;
		const outputs = Object.entries(resultData.runData ?? {}).map(([name, [run]]) => [
			name,
			(run?.data?.main[0] ?? []).map(({ json }) => json),
		]);
		executions.push({
			id,
			status,
			error: resultData.error?.message,
			outputs: Object.fromEntries(outputs) as StoredExecution['outputs'],
		});
	}
	return executions;
}

/** Publishes a workflow. */
export async function activate(rest: Rest, workflowId: string): Promise<void> {
	const path = `/rest/workflows/${workflowId}`;
	const { versionId } = await rest.get<{ versionId: string }>(path);
	await rest.post(`${path}/activate`, { versionId });
}
