import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { code, table } from './markdown';

interface Note {
	type: string;
	parameters: { content?: string };
}

/** What the first note of an example says: its first paragraph, and the nodes that its steps name. */
function described(file: string, nodes: Note[]): [does: string, set: string] {
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const lines = (note?.parameters.content ?? '').split('\n').map((line) => line.trim());
	const [does] = lines.filter((line) => line !== '' && !line.startsWith('#'));
	if (!does) throw new Error(`${file} has no note that says what it does`);
	const steps = lines.filter((line) => /^\d+\. /.test(line)).join('\n');
	const set = [
		...steps.matchAll(/\b[Ii]n(?:to)? \*\*([^*]+)\*\*(?: and \*\*([^*]+)\*\*)?/g),
	].flatMap(([, first, second]) => (second === undefined ? [first] : [first, second]));
	// "AI Agent > System Message" is a field of a node.
	const nodeNames = set.map((title) => title.split(' > ')[0]);
	return [does, [...new Set(nodeNames)].join(', ')];
}

/** The example workflows, as a table. */
export async function examplesTable(root: string): Promise<string> {
	const names = (await readdir(join(root, 'examples'))).filter((name) => name.endsWith('.json'));
	const rows = names.sort().map(async (name) => {
		const text = await readFile(join(root, 'examples', name), 'utf8');
		const { nodes } = JSON.parse(text) as { nodes: Note[] };
		return [`[${code(name)}](examples/${name})`, ...described(name, nodes)];
	});
	return table(['Workflow', 'What it does', 'What to set, in which node'], await Promise.all(rows));
}
