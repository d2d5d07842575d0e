import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { code, table } from './markdown';

interface Note {
	type: string;
	parameters: { content?: string };
}

/** What an example does: the first sentence of its first note. */
function purpose(file: string, nodes: Note[]): string {
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const lines = (note?.parameters.content ?? '').split('\n').map((line) => line.trim());
	const [text] = lines.filter((line) => line !== '' && !line.startsWith('#'));
	if (!text) throw new Error(`${file} has no sticky note with a purpose`);
	return (/^.*?[.!?](?= |$)/.exec(text) ?? [text])[0];
}

/** The example workflows, as a table. */
export async function examplesTable(root: string): Promise<string> {
	const names = (await readdir(join(root, 'examples'))).filter((name) => name.endsWith('.json'));
	const rows = names.sort().map(async (name) => {
		const text = await readFile(join(root, 'examples', name), 'utf8');
		const { nodes } = JSON.parse(text) as { nodes: Note[] };
		return [`[${code(name)}](examples/${name})`, purpose(name, nodes)];
	});
	return table(['Workflow', 'What it does'], await Promise.all(rows));
}
