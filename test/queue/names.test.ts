import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { inheritedEnvironment, root } from '../../playground/n8n';

interface Compose {
	services: Record<string, { image: string; environment?: Record<string, string> }>;
}

const text = readFileSync(join(root, 'docs/queue-mode/compose.yaml'), 'utf8');
const { services } = parse(text, { merge: true }) as Compose;
const modules = join(root, 'playground', 'node_modules');

/** The variables that n8n's configuration classes in these folders declare. */
function declared(...folders: string[]): Set<string> {
	const files = folders.flatMap((folder) => globSync(join(modules, folder, '**', '*.js')));
	const found = files.flatMap((file) => [
		...readFileSync(file, 'utf8').matchAll(/\bEnv\)\('([A-Z0-9_]+)'/g),
	]);
	return new Set(found.map(([, name]) => name));
}

/** Variables of a service in the compose file that n8n does not read. */
function unknown(known: Set<string>, image: RegExp): string[] {
	const settings = Object.values(services)
		.filter((service) => image.test(service.image))
		.flatMap(({ environment = {} }) => Object.keys(environment));
	return [...new Set(settings)].filter((name) => /^[A-Z]/.test(name) && !known.has(name));
}

test("every setting of main and workers is one of n8n's own, by name", () => {
	const known = declared('@n8n/config/dist', 'n8n/dist/modules/community-packages');
	expect(known.size).toBeGreaterThan(300);
	// Read directly from the environment. Removed in n8n 3.0.
	const direct = unknown(known, /\/n8n:/);
	const reader = readFileSync(join(modules, 'n8n/dist/workflow-runner.js'), 'utf8');
	expect(direct).toEqual(['OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS']);
	for (const name of direct) expect(reader).toContain(`process.env.${name}`);
});

test('every setting of a task runner is one that it reads, by name', () => {
	const known = declared('@n8n/task-runner/dist', '@n8n/config/dist');
	expect(unknown(known, /\/runners:/)).toEqual([]);
});

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
