import type { Rest } from '../../../playground/rest';
import type { Credential } from '../../../playground/workflows';
import { working } from '../working';

export const operationIds = Object.keys(working);

/** An Agent Suite node for an operation such as `lead.get`, by default with working parameters. */
export function operationNode(id: string, credential: Credential, parameters: object = {}) {
	const [resource, operation] = id.split('.');
	return {
		name: id,
		type: 'n8n-nodes-agent-suite.agentSuite',
		typeVersion: 1,
		parameters: { resource, operation, ...working[id], ...parameters },
		credentials: { agentSuiteApi: { id: credential.id, name: credential.name } },
	};
}

/** Creates a workflow of a manual trigger and a chain of nodes. */
export async function createChain(
	rest: Rest,
	name: string,
	nodes: Array<{ name: string; parameters: object }>,
): Promise<string> {
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
	const all = [{ ...start, parameters: {} }, ...nodes];
	const { id } = await rest.post<{ id: string }>('/rest/workflows', {
		name,
		// n8n 1.x needs this field.
		active: false,
		nodes: all.map((node, place) => ({ ...node, id: `node-${place}`, position: [place * 200, 0] })),
		connections: Object.fromEntries(
			all
				.slice(0, -1)
				.map((node, place) => [
					node.name,
					{ main: [[{ node: all[place + 1].name, type: 'main', index: 0 }]] },
				]),
		),
		settings: { executionOrder: 'v1' },
	});
	return id;
}

/** A workflow with a node for each operation. */
export async function createAllOperations(rest: Rest, credential: Credential): Promise<string> {
	const once = { executeOnce: true, onError: 'continueRegularOutput' };
	const nodes = operationIds.map((id) => ({ ...operationNode(id, credential), ...once }));
	return await createChain(rest, 'All operations', nodes);
}
