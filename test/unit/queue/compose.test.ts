import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { readJson } from '../../../playground/files';
import { root } from '../../../scripts/shared';

interface Service {
	image: string;
	user?: string;
	security_opt?: string[];
	cap_drop?: string[];
	mem_limit?: string;
	command?: string[];
	environment?: Record<string, string>;
}

const text = readFileSync(join(root, 'docs/queue-mode/compose.yaml'), 'utf8');
const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
const { packages, main, postgres, redis } = services;
const environment = (service: Service) => service.environment ?? {};
const named = (pattern: RegExp) =>
	Object.entries(services).flatMap(([name, service]) => (pattern.test(name) ? [service] : []));
const workers = named(/^worker-\d+$/);
const runners = named(/-runner$/);

test('the services, each image pinned to a version', () => {
	expect(workers.length).toBeGreaterThan(1);
	expect(Object.keys(services)).toHaveLength(4 + 2 * workers.length + 1);
	const images = Object.values(services).map(({ image }) => image);
	for (const image of images) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
	// The version that the tests run.
	const { dependencies } = readJson<{ dependencies: { n8n: string } }>(
		join(root, 'playground/package.json'),
	);
	for (const service of [packages, main, ...workers]) {
		expect(service.image).toBe(`docker.n8n.io/n8nio/n8n:${dependencies.n8n}`);
	}
	for (const { image } of runners) expect(image).toBe(`n8nio/runners:${dependencies.n8n}`);
});

test('it installs the newest version of this package that is no prerelease', () => {
	const { name, version } = readJson<{ name: string; version: string }>(join(root, 'package.json'));
	const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
	const [, released = version] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog) ?? [];
	expect(packages.command).toEqual([`${name}@\${AGENT_SUITE_VERSION:?set it in .env}`]);
	expect(text).toContain(`#   AGENT_SUITE_VERSION=${released} `);
});

test('main and workers have one key, one database, one queue', () => {
	for (const worker of workers) {
		expect(environment(worker)).toMatchObject(environment(main));
		expect(worker.command?.[0]).toBe('worker');
	}
	expect(environment(main)).toMatchObject({
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: expect.stringMatching(/^\$\{N8N_ENCRYPTION_KEY:\?/),
		DB_POSTGRESDB_HOST: 'postgres',
		DB_POSTGRESDB_DATABASE: environment(postgres).POSTGRES_DB,
		DB_POSTGRESDB_USER: environment(postgres).N8N_DB_USER,
		DB_POSTGRESDB_PASSWORD: environment(postgres).N8N_DB_PASSWORD,
		QUEUE_BULL_REDIS_HOST: 'redis',
		QUEUE_BULL_REDIS_PASSWORD: environment(redis).REDIS_PASSWORD,
	});
});

test('every container has a memory limit, no kernel capability, and cannot gain rights', () => {
	for (const [name, service] of Object.entries(services)) {
		expect({ name, ...service }).toMatchObject({
			name,
			security_opt: ['no-new-privileges:true'],
			cap_drop: ['ALL'],
			mem_limit: expect.stringMatching(/^\d+[mg]$/) as string,
		});
	}
	// The images of n8n already run as a plain user.
	expect([postgres.user, redis.user]).toEqual(['postgres', 'redis']);
	// The database's administrator is not the user that n8n signs in as.
	expect(environment(main).DB_POSTGRESDB_USER).not.toBe(environment(postgres).POSTGRES_USER);
});

test('the top of the file explains each variable of .env', () => {
	const used = [...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, variable]) => variable);
	const explained = [...text.matchAll(/^# {3}([A-Z0-9_]+)=/gm)].map(([, variable]) => variable);
	expect([...new Set(used)].sort()).toEqual(explained.sort());
});

test('it contains no secret. Each comes from .env, and without it nothing starts', () => {
	for (const service of Object.values(services)) {
		for (const [name, value] of Object.entries(environment(service))) {
			if (/KEY|PASSWORD|SECRET|TOKEN/.test(name)) {
				expect([name, value]).toEqual([name, expect.stringMatching(/^\$\{[A-Z0-9_]+:\?[^}]*\}$/)]);
			}
		}
	}
});
