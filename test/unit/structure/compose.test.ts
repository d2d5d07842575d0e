import { parse } from 'yaml';

import manifest from '../../../package.json';
import playground from '../../../playground/package.json';
import { textOf } from './source';

interface Service {
	image: string;
	security_opt?: string[];
	cap_drop?: string[];
	command?: string[];
	environment?: Record<string, string>;
}

const readCompose = (path: string) => {
	const text = textOf(path);
	return { text, ...(parse(text, { merge: true }) as { services: Record<string, Service> }) };
};
const queue = readCompose('docs/queue-mode/compose.yaml').services;

/** test/server/compose.test.ts and test/queue run what the files start. */
describe.each(['docs/single-process/compose.yaml', 'docs/queue-mode/compose.yaml'])(
	'%s',
	(path) => {
		const { text, services } = readCompose(path);

		test('has the n8n that the tests run, and this package in the version of .env', () => {
			const ofN8n = Object.values(services).flatMap(({ image }) =>
				/n8nio\/(?:n8n|runners):(.*)$/.exec(image)?.slice(1),
			);
			expect(new Set(ofN8n.filter(Boolean))).toEqual(new Set([playground.dependencies.n8n]));
			expect(services.packages.command).toEqual([
				`${manifest.name}@\${AGENT_SUITE_VERSION:?set it in .env}`,
			]);
		});

		test('no service gains rights, and each secret comes from .env, whose variables the top of the file explains', () => {
			for (const [name, { environment = {}, ...service }] of Object.entries(services)) {
				expect({ name, ...service }).toMatchObject({
					name,
					security_opt: ['no-new-privileges:true'],
					cap_drop: ['ALL'],
				});
				const secrets = Object.entries(environment).filter(([variable]) =>
					/KEY|PASSWORD|SECRET|TOKEN/.test(variable),
				);
				for (const [variable, value] of secrets)
					expect([variable, value]).toEqual([variable, expect.stringMatching(/^\$\{\w+:\?.*\}$/)]);
			}
			const used = [...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, variable]) => variable);
			const explained = [...text.matchAll(/^# {3}([A-Z0-9_]+)=/gm)].map(([, variable]) => variable);
			expect([...new Set(used)].sort()).toEqual(explained.sort());
		});
	},
);

test('main and workers have one key, one database, and one queue', () => {
	const { main, postgres, redis, ...others } = queue;
	const workers = Object.entries(others).filter(([name]) => /^worker-\d+$/.test(name));
	expect(workers.length).toBeGreaterThan(1);
	for (const [, worker] of workers)
		expect(worker.environment).toMatchObject({ ...main.environment });
	expect(main.environment).toMatchObject({
		EXECUTIONS_MODE: 'queue',
		DB_POSTGRESDB_DATABASE: postgres.environment?.POSTGRES_DB,
		DB_POSTGRESDB_USER: postgres.environment?.N8N_DB_USER,
		DB_POSTGRESDB_PASSWORD: postgres.environment?.N8N_DB_PASSWORD,
		QUEUE_BULL_REDIS_PASSWORD: redis.environment?.REDIS_PASSWORD,
	});
	// The database's administrator is not the user that n8n signs in as.
	expect(main.environment?.DB_POSTGRESDB_USER).not.toBe(postgres.environment?.POSTGRES_USER);
});
