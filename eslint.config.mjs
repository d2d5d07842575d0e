import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { config } from '@n8n/node-cli/eslint';
import { defineConfig, globalIgnores } from 'eslint/config';

// n8n's cloud rules hold whole over nodes/ and credentials/. What runs on a developer's machine only
// (tests, sandbox, playground, scripts, bench) can use Node.js itself, so there the rules are off.
const offOutsideThePackage = Object.fromEntries(
	Object.keys(n8nCommunityNodesPlugin.rules).map((rule) => [`@n8n/community-nodes/${rule}`, 'off']),
);

export default defineConfig(
	globalIgnores(['dist', 'node_modules', 'playground/node_modules', 'playground/.data']),
	...config,
	{
		files: ['{test,sandbox,playground,scripts,bench}/**/*.ts'],
		rules: {
			...offOutsideThePackage,
			'no-console': 'off',
			// Its modules are named by `exports` alone, which tsc reads and the resolver does not.
			'import-x/no-unresolved': ['error', { ignore: ['^@modelcontextprotocol/sdk/'] }],
		},
	},
);
