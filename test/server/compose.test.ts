import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { parse } from 'yaml';

import { startN8n } from '../../playground/n8n';
import { root } from '../../scripts/shared';
import { packPackage } from '../../playground/package';
import { freePorts } from '../../playground/ports';
import { newUserFolder, owner } from '../support/server/installed';

interface Compose {
	services: {
		packages: { entrypoint: string[] };
		n8n: { environment: Record<string, string> };
	};
}

const { services } = parse(readFileSync(join(root, 'docs/single-process/compose.yaml'), 'utf8'), {
	merge: true,
}) as Compose;

let userFolder: string;

beforeEach(() => {
	userFolder = newUserFolder();
});
afterEach(() => rmSync(userFolder, { recursive: true, force: true, maxRetries: 3 }));

test('the command and the settings of the compose file without queue mode load both nodes', async () => {
	const nodes = join(userFolder, '.n8n', 'nodes');
	mkdirSync(nodes, { recursive: true });
	const { tarball, name } = packPackage();
	const [npm, ...args] = services.packages.entrypoint;
	const here = args.map((arg) => (arg === '/home/node/.n8n/nodes' ? nodes : arg));
	const run = async () => await promisify(execFile)(npm, [...here, tarball], { cwd: userFolder });
	await run();
	// It runs again at every `docker compose up`.
	await run();

	const given = Object.entries(services.n8n.environment).filter(
		([, value]) => !value.includes('${'),
	);
	const env = { ...Object.fromEntries(given), N8N_ENCRYPTION_KEY: 'a-key-of-this-test' };
	const [port, brokerPort] = await freePorts(2);
	const n8n = await startN8n({ userFolder, port, brokerPort, env });
	try {
		const rest = await n8n.login(owner);
		const types = await rest.get<Array<{ name: string }>>('/types/nodes.json');
		const own = types.map((type) => type.name).filter((type) => type.startsWith(`${name}.`));
		expect(own.sort()).toEqual(
			['agentSuite', 'agentSuiteTool', 'agentSuiteTrigger'].map((node) => `${name}.${node}`),
		);
	} finally {
		await n8n.stop();
	}
});
