import type { IDataObject } from 'n8n-workflow';

import { RestError, type Rest } from '../../../playground/rest';
import { unflatten } from '../../../playground/workflows';

export { activate } from '../../../playground/workflows';

interface RunData {
	resultData: {
		error?: { message?: string; description?: string | null };
		runData: Record<string, Array<{ data?: { main: Array<Array<{ json: IDataObject }> | null> } }>>;
	};
}

/** A stored execution. */
export interface StoredExecution {
	id: string;
	status: string;
	/** n8n's message and description if it failed. */
	error?: string;
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

/** n8n 1.x stores an execution before its data, so a SIGKILL in between leaves one that nobody can read. */
function withoutData(error: unknown): undefined {
	const isWithoutData = error instanceof RestError && error.message.includes("(reading 'data')");
	if (!isWithoutData) throw error;
}

/** The executions of a workflow with the output of their nodes, oldest first, at most 100. */
export async function readExecutions(rest: Rest, workflowId: string): Promise<StoredExecution[]> {
	const executions: StoredExecution[] = [];
	for (const { id } of await listExecutions(rest, workflowId)) {
		const path = `/rest/executions/${id}`;
		const stored = await rest.get<{ status: string; data: string }>(path).catch(withoutData);
		if (!stored) continue;
		const { status, data } = stored;
		const { resultData } = unflatten(data) as RunData;
		const outputs = Object.entries(resultData.runData ?? {}).map(([name, [run]]) => [
			name,
			(run?.data?.main[0] ?? []).map(({ json }) => json),
		]);
		executions.push({
			id,
			status,
			error:
				resultData.error &&
				[resultData.error.message, resultData.error.description].filter(Boolean).join(' '),
			outputs: Object.fromEntries(outputs) as StoredExecution['outputs'],
		});
	}
	return executions;
}
