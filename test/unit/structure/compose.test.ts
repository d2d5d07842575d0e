import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import manifest from '../../../package.json';
import playground from '../../../playground/package.json';
import { root, textOf } from './source';

interface Service {
	image: string;
	security_opt?: string[];
	cap_drop?: string[];
	mem_limit?: string;
	command?: string[];
	entrypoint?: string[];
	volumes?: string[];
	environment?: Record<string, string>;
	depends_on?: Record<string, { condition: string }>;
}

const path = 'docs/single-process/compose.yaml';
const { services } = parse(readFileSync(join(root, path), 'utf8'), { merge: true }) as {
	services: Record<'packages' | 'n8n', Service>;
};
const { packages, n8n } = services;

/** The compose file without queue mode. test/server/compose.test.ts runs its command and its settings. */
test('both services have the version of n8n that the tests run, no rights to gain, and one volume', () => {
	expect(Object.keys(services)).toEqual(['packages', 'n8n']);
	for (const service of [packages, n8n]) {
		expect(service).toMatchObject({
			image: `docker.n8n.io/n8nio/n8n:${playground.dependencies.n8n}`,
			security_opt: ['no-new-privileges:true'],
			cap_drop: ['ALL'],
			mem_limit: expect.stringMatching(/^\d+[mg]$/) as string,
			volumes: ['n8n:/home/node/.n8n'],
		});
	}
	expect(packages.entrypoint).toContain('/home/node/.n8n/nodes');
	expect(n8n.depends_on).toEqual({ packages: { condition: 'service_completed_successfully' } });
});

test('the version of the package and the encryption key come from .env, which the top of the file explains', () => {
	expect(packages.command).toEqual([`${manifest.name}@\${AGENT_SUITE_VERSION:?set it in .env}`]);
	expect(n8n.environment?.N8N_ENCRYPTION_KEY).toMatch(/^\$\{N8N_ENCRYPTION_KEY:\?/);
	const text = textOf(path);
	const used = [...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name);
	const explained = [...text.matchAll(/^# {3}([A-Z0-9_]+)=/gm)].map(([, name]) => name);
	expect([...new Set(used)].sort()).toEqual(explained.sort());
});
