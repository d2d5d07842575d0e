import type { INode } from 'n8n-workflow';

import { costOf, type Recipe } from './cost';
import { code, table } from './markdown';

/** The oldest n8n that the package supports. */
const OLDEST = '1.123';

/** The n8n that brought a version of a node which some recipe uses, if it is not in the oldest one. */
const SINCE: Record<string, string> = {
	'n8n-nodes-base.dataTable 1.1': '2.1',
	'n8n-nodes-base.notion 3': '2.31',
	'n8n-nodes-base.pipedrive 2': '2.16',
	'@n8n/n8n-nodes-langchain.chat 1.3': '2.20',
	'@n8n/n8n-nodes-langchain.chatHitlTool 1.3': '2.20',
};

/** The guide of each recipe, by the start of its file name. */
const GUIDES: Array<[prefix: string, link: string]> = [
	['lead-sync', '[CRM](docs/sync-leads-to-a-crm.md)'],
	['ai-', '[AI and MCP](docs/ai-and-mcp.md)'],
	['mcp-', '[AI and MCP](docs/ai-and-mcp.md)'],
	['seasonal', '[Variables](docs/variables.md)'],
	['snippet', '[Variables](docs/variables.md)'],
	['', '[Alerts](docs/alerts.md)'],
];

/** What a recipe does: the first sentence of its first note, without its examples. */
function purpose({ file, nodes }: Recipe): string {
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const lines = String(note?.parameters.content ?? '')
		.split('\n')
		.map((line) => line.trim());
	const [text] = lines.filter((line) => line !== '' && !line.startsWith('#'));
	if (!text) throw new Error(`${file} has no sticky note with a purpose`);
	const [first] = /^.*?[.!?](?= |$)/.exec(text) ?? [text];
	return first.replace(/, (such as|for example) [^,.]*(,|(?=\.))/, '');
}

/** Compares versions such as "2.16" by their numbers. */
const byVersion = (left: string, right: string) =>
	left.localeCompare(right, 'en', { numeric: true });

const needs = ({ nodes }: Recipe): string =>
	nodes
		.map(({ type, typeVersion }: INode) => SINCE[`${type} ${typeVersion}`] ?? OLDEST)
		.sort(byVersion)
		.at(-1) ?? OLDEST;

/** The recipes, as a table for the README. */
export function examplesTable(recipes: Recipe[]): string {
	const rows = recipes.map((recipe) => {
		const { tokens, tokensPerMonth } = costOf(recipe);
		return [
			`[${code(recipe.file)}](examples/${recipe.file})`,
			purpose(recipe),
			needs(recipe),
			tokensPerMonth?.toLocaleString('en-US') ?? `${tokens} each`,
			GUIDES.find(([prefix]) => recipe.file.startsWith(prefix))?.[1] ?? '',
		];
	});
	return table(['Workflow', 'What it does', 'n8n', 'Tokens a month', 'Guide'], rows);
}
