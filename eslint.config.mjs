import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { config } from '@n8n/node-cli/eslint';
import { defineConfig, globalIgnores } from 'eslint/config';

// All of n8n's cloud rules apply to nodes/ and credentials/. They are off for code that only runs on a developer's
// machine (tests, sandbox, playground, scripts, bench), which can use Node.js modules.
const offOutsideThePackage = Object.fromEntries(
	Object.keys(n8nCommunityNodesPlugin.rules).map((rule) => [`@n8n/community-nodes/${rule}`, 'off']),
);

const node = 'nodes/AgentSuite';
const nobody = (message, ...selectors) => selectors.map((selector) => ({ selector, message }));
/** A property that is read by name, in brackets, or by destructuring. */
const property = (name) => [
	`MemberExpression > Identifier.property[name='${name}']`,
	`MemberExpression > Literal.property[value='${name}']`,
	`ObjectPattern > Property > Identifier.key[name='${name}']`,
];
const sends = nobody('Only transport/handToN8n.ts sends.', ...property('helpers'));
const reads = nobody(
	'Only parameters/reader.ts reads parameters.',
	...property('getNodeParameter'),
);
const impure = nobody(
	'Operations and events are data and pure functions.',
	'ThisExpression',
	'AwaitExpression',
	':function[async=true]',
	'TryStatement',
	"VariableDeclaration[kind!='const']",
	'Identifier[name=/^(context|Promise|setTimeout)$/]',
);

export default defineConfig(
	globalIgnores(['dist', 'node_modules', 'playground/node_modules', 'playground/.data']),
	...config,
	{
		files: ['{nodes,credentials}/**/*.ts'],
		// n8n's scanner ignores comments that turn a rule off, and refuses the package.
		linterOptions: { noInlineConfig: true },
		rules: {
			'@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
			'@typescript-eslint/no-explicit-any': 'error',
			'no-restricted-globals': ['error', 'fetch', 'require', 'globalThis'],
			'no-restricted-syntax': ['error', ...sends, ...reads],
		},
	},
	{
		files: [
			`${node}/transport/{handToN8n,testConnection}.ts`,
			`${node}/trigger/sender.ts`,
			`${node}/trigger/n8n/executionEnd.ts`,
		],
		rules: { 'no-restricted-syntax': ['error', ...reads] },
	},
	{
		files: [`${node}/parameters/reader.ts`],
		rules: { 'no-restricted-syntax': ['error', ...sends] },
	},
	{
		files: [`${node}/{define,resources}/**/*.ts`],
		rules: { 'no-restricted-syntax': ['error', ...sends, ...reads, ...impure] },
	},
	{
		// It tries whether an operation refuses its own defaults.
		files: [`${node}/define/operationRules.ts`],
		rules: { 'no-restricted-syntax': ['error', ...sends, ...reads] },
	},
	{
		files: [`${node}/resources/**/*.ts`],
		rules: {
			'import-x/order': [
				'error',
				{ groups: ['external', 'parent', 'sibling'], alphabetize: { order: 'asc' } },
			],
		},
	},
	{
		files: ['{test,sandbox,playground,scripts,bench}/**/*.ts'],
		rules: {
			...offOutsideThePackage,
			'no-console': 'off',
			// Its modules are only listed in `exports`, which tsc reads and the resolver does not.
			'import-x/no-unresolved': ['error', { ignore: ['^@modelcontextprotocol/sdk/'] }],
		},
	},
);
