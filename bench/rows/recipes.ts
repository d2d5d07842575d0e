import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import type { INode } from 'n8n-workflow';

import { exampleFiles } from '../../playground/workflows';
import { startSandbox } from '../../sandbox';
import { costOf } from '../../scripts/docs/cost';
import { number } from '../figures';
import { inEngine } from '../processes';
import type { Line, Row } from '../row';

/** The recipes that run by themselves, each with its node of the package. */
function scheduled() {
	return exampleFiles().flatMap((path) => {
		const { nodes } = JSON.parse(readFileSync(path, 'utf8')) as { nodes: INode[] };
		const file = basename(path);
		const cost = costOf({ file, nodes });
		const own = nodes.filter(({ type }) => type.startsWith('n8n-nodes-agent-suite.'));
		if (cost.tokensPerMonth === undefined) return [];
		return own.map(({ type, parameters }) => {
			// The recipe leaves it to its user.
			const filled = parameters.snippetId === '' ? { snippetId: 'snip_returns' } : {};
			return {
				name: file.replace('.json', ''),
				cost,
				type,
				parameters: { ...parameters, ...filled },
			};
		});
	});
}

export const recipes: Row = {
	name: 'recipes',
	title: 'What recipes cost a month',
	how:
		'The node of each recipe in `examples` that runs by itself runs once against the sandbox, which counts the tokens. A ' +
		'month is 30 days with the interval of the recipe. The computed figures are those of the page [Cost](../cost.md).',
	async measure({ builds: [{ folder }] }) {
		const sandbox = await startSandbox({ balance: 1_000_000 });
		const all = scheduled();
		const { url, tokens, controlUrl: control } = sandbox;
		const nodes = all.map(({ type, parameters }) => ({ type, parameters }));
		const args = { build: folder, url, token: tokens.admin, control, nodes };
		const [charged] = await inEngine('cost', args).finally(async () => await sandbox.close());
		const lines = new Map<string, Line & { names: string[] }>();
		all.forEach(({ name, cost }, index) => {
			const { tokens: each, tokensPerMonth = 0, executionsPerMonth = 0, always, interval } = cost;
			const runs = `${always ? '' : 'up to '}${number(executionsPerMonth)} executions, ${interval}`;
			const ours = `${number((tokensPerMonth / each) * charged[index])} tokens, ${runs}`;
			const goal = {
				text: 'as computed',
				measured: number(tokensPerMonth),
				met: charged[index] === each,
			};
			const names = [...(lines.get(ours)?.names ?? []), name];
			lines.set(ours, { names, what: names.join(', '), ours, goal });
		});
		return [...lines.values()].map(({ what, ours, goal }) => ({ what, ours, goal }));
	},
};
