import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { readJson } from '../../../playground/files';
import { root } from '../../../playground/n8n';

interface Service {
	image: string;
	user?: string;
	security_opt?: string[];
	cap_drop?: string[];
	mem_limit?: string;
	command?: string[];
	environment?: Record<string, string>;
	volumes?: string[];
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: { test: string[] };
	ports?: string[];
}

const text = readFileSync(join(root, 'docs/queue-mode/compose.yaml'), 'utf8');
const { services, volumes } = parse(text, { merge: true }) as {
	services: Record<string, Service>;
	volumes: Record<string, unknown>;
};
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
	expect(packages.command).toEqual([`${name}@${released}`]);
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

test('main and each worker have their own task runner, which shares only the token', () => {
	const brokers = Object.keys(services).filter((name) => /^(main|worker-\d+)$/.test(name));
	for (const name of brokers) {
		expect(environment(services[`${name}-runner`])).toEqual({
			N8N_RUNNERS_AUTH_TOKEN: environment(services[name]).N8N_RUNNERS_AUTH_TOKEN,
			N8N_RUNNERS_TASK_BROKER_URI: `http://${name}:5679`,
		});
	}
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

test('main and workers load the package that was installed before they start', () => {
	expect(packages.command).toEqual([
		expect.stringMatching(/^n8n-nodes-agent-suite@\d+\.\d+\.\d+(-[\w.]+)?$/),
	]);
	expect(packages.volumes).toEqual(['packages:/packages']);
	for (const service of [main, ...workers]) {
		expect(service.volumes).toContain('packages:/home/node/.n8n/nodes:ro');
		expect(service.depends_on?.packages.condition).toBe('service_completed_successfully');
	}
});

test('every dependency has a health check, all data has a volume, and only the main process is reachable', () => {
	for (const service of Object.values(services)) {
		for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
			expect(Object.keys(services)).toContain(name);
			if (condition === 'service_healthy') expect(services[name].healthcheck).toBeDefined();
		}
		for (const volume of service.volumes ?? []) {
			const [source] = volume.split(':');
			if (source.startsWith('./')) {
				expect(existsSync(join(root, 'docs/queue-mode', source))).toBe(true);
			} else expect(Object.keys(volumes)).toContain(source);
		}
	}
	const published = Object.entries(services).filter(([, { ports }]) => ports);
	expect(published.map(([name]) => name)).toEqual(['main']);
	expect(main.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
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
