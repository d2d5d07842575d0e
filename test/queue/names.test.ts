import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { inheritedEnvironment } from '../../playground/environment';
import { root } from '../../scripts/shared';

const modules = join(root, 'playground', 'node_modules');

/** The variables that n8n's configuration classes in these folders declare. */
function declared(...folders: string[]): Set<string> {
	const files = folders.flatMap((folder) => globSync(join(modules, folder, '**', '*.js')));
	const found = files.flatMap((file) => [
		...readFileSync(file, 'utf8').matchAll(/\bEnv\)\('([A-Z0-9_]+)'/g),
	]);
	return new Set(found.map(([, name]) => name));
}

test('settings of n8n on this machine do not reach the n8n of the playground and the tests', () => {
	const names = [...declared('@n8n/config/dist', 'n8n/dist', 'n8n-core/dist')];
	names.push(
		'WEBHOOK_URL',
		'CREDENTIALS_OVERWRITE_DATA',
		'CREDENTIALS_OVERWRITE_ENDPOINT_AUTH_TOKEN',
	);
	const told = Object.fromEntries(names.map((name) => [name, 'x']));
	expect(inheritedEnvironment({ ...told, PATH: '/bin', HTTPS_PROXY: 'x' })).toEqual({
		PATH: '/bin',
		HTTPS_PROXY: 'x',
	});
});
