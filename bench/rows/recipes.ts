import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import type { INode } from 'n8n-workflow';

import { exampleFiles } from '../../playground/workflows';
import { startSandbox } from '../../sandbox';
import { costOf } from '../../scripts/docs/cost';
import { inEngine } from '../processes';
import type { Row } from '../row';

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
	title: 'What recipes cost',
	how: 'The sandbox counts the tokens. [Cost](../cost.md) computes them.',
	async measure({ builds: [{ folder }] }) {
		const sandbox = await startSandbox({ balance: 1_000_000 });
		const all = scheduled();
		const { url, tokens, controlUrl: control } = sandbox;
		const nodes = all.map(({ type, parameters }) => ({ type, parameters }));
		const args = { build: folder, url, token: tokens.admin, control, nodes };
		const [charged] = await inEngine('cost', args).finally(async () => await sandbox.close());
		const wrong = all.filter(({ cost }, index) => charged[index] !== cost.tokens);
		const ours = wrong.length === 0 ? 'the tokens of the page Cost' : 'other tokens';
		const goal = {
			text: 'none differs',
			measured: wrong.map(({ name }) => name).join(', ') || '0',
			met: wrong.length === 0,
		};
		return [{ what: `${all.length} recipes, one poll or run each`, ours, goal }];
	},
};
