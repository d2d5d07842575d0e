/** The parts of a workflow file. */
import { createHash } from 'node:crypto';

export type Parameters = Record<string, unknown>;

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [x: number, y: number];
	parameters: Parameters;
	executeOnce?: boolean;
	onError?: 'continueErrorOutput' | 'continueRegularOutput';
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
	alwaysOutputData?: boolean;
}

/** A node without its ID, which is made from the recipe and the name of the node. */
export type NodeSpec = Omit<WorkflowNode, 'id'>;

/** A link between two nodes. Default: the first output. */
export type Link = [from: string, to: string, output?: number];

/** A UUID that is always the same for the same text. */
export function uuidOf(text: string): string {
	const hex = createHash('sha256').update(text).digest('hex');
	const parts = [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`4${hex.slice(13, 16)}`,
		`a${hex.slice(17, 20)}`,
	];
	return [...parts, hex.slice(20, 32)].join('-');
}

type Connections = Record<string, { main: Array<Array<{ node: string; type: 'main'; index: 0 }>> }>;

function connectionsOf(links: Link[]): Connections {
	const connections: Connections = {};
	for (const [from, to, output = 0] of links) {
		const { main } = (connections[from] ??= { main: [] });
		while (main.length <= output) main.push([]);
		main[output].push({ node: to, type: 'main', index: 0 });
	}
	return connections;
}

/** The text of a workflow file, before it is formatted. */
export function workflowText(
	file: string,
	name: string,
	nodes: NodeSpec[],
	links: Link[],
	settings: Parameters,
): string {
	const withIds = nodes.map((node) => ({ id: uuidOf(`${file} ${node.name}`), ...node }));
	const connections = connectionsOf(links);
	return JSON.stringify({ name, nodes: withIds, connections, settings, pinData: {} });
}
