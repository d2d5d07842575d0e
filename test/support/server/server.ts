import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePorts } from '../../../playground/ports';
import { startN8n, type N8n } from '../../../playground/n8n';
import { installPackage, packPackage, type PackedPackage } from '../../../playground/package';
import type { Rest } from '../../../playground/rest';
import { upsertCredential, type Credential } from '../../../playground/workflows';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';

export interface Server {
	sandbox: Sandbox;
	/** The running n8n and a session in it. `boot` replaces both. */
	n8n: N8n;
	rest: Rest;
	credential: Credential;
	/** Starts n8n again on the existing data, after it has ended or was killed. */
	boot(): Promise<void>;
	stop(): Promise<void>;
}

export const owner = { email: 'owner@example.com', password: 'Owner-of-this-test-1' };

/** A user folder of n8n with only the package, installed from its tarball. */
export async function userFolderWith(packed: PackedPackage): Promise<string> {
	const userFolder = mkdtempSync(join(tmpdir(), 'agent-suite-n8n-'));
	mkdirSync(join(userFolder, '.n8n'), { recursive: true });
	installPackage(userFolder, packed);
	return userFolder;
}

/** Another n8n than that of the playground, for the version matrix. */
const folder = process.env.COMPAT_SERVER;

/** A complete n8n with the package installed from its tarball, an owner, a credential and a sandbox. */
export async function startServer(
	env: NodeJS.ProcessEnv = {},
	sandboxOptions: SandboxOptions = {},
): Promise<Server> {
	const userFolder = await userFolderWith(packPackage());
	const sandbox = await startSandbox(sandboxOptions);
	const [port, brokerPort] = await freePorts(2);
	const start = async () => {
		const n8n = await startN8n({ userFolder, folder, port, brokerPort, env });
		return { n8n, rest: await n8n.login(owner) };
	};
	const running = await start();
	const credential = await upsertCredential(running.rest, {
		accessToken: sandbox.tokens.admin,
		baseUrl: sandbox.url,
	});
	const server: Server = {
		sandbox,
		...running,
		credential,
		async boot() {
			Object.assign(server, await start());
		},
		async stop() {
			await server.n8n.stop();
			await sandbox.close();
			rmSync(userFolder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
	return server;
}
