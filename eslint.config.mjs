import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { config } from '@n8n/node-cli/eslint';
import { defineConfig, globalIgnores } from 'eslint/config';

// All of n8n's cloud rules apply to nodes/ and credentials/. They are off for code that only runs on a developer's
// machine (tests, sandbox, playground, scripts, bench), which can use Node.js modules.
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
			// Its modules are only listed in `exports`, which tsc reads and the resolver does not.
			'import-x/no-unresolved': ['error', { ignore: ['^@modelcontextprotocol/sdk/'] }],
		},
	},
);
