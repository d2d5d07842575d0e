import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePorts } from '../../playground/ports';
import { startN8n, type N8n } from '../../playground/n8n';
import { installPackage, packPackage } from '../../playground/package';
import type { Rest } from '../../playground/rest';
import { upsertCredential, type Credential } from '../../playground/workflows';
import { startSandbox, type Sandbox } from '../../sandbox';

export interface Server {
	sandbox: Sandbox;
	n8n: N8n;
	rest: Rest;
	credential: Credential;
	stop(): Promise<void>;
}

/** A complete n8n with the package installed from its tarball, an owner, a credential and a sandbox. */
export async function startServer(env: NodeJS.ProcessEnv = {}): Promise<Server> {
	const userFolder = mkdtempSync(join(tmpdir(), 'agent-suite-n8n-'));
	mkdirSync(join(userFolder, '.n8n'), { recursive: true });
	await installPackage(userFolder, await packPackage());
	const sandbox = await startSandbox();
	const [port, brokerPort] = await freePorts(2);
	const n8n = await startN8n({ userFolder, port, brokerPort, env });
	const rest = await n8n.login({ email: 'owner@example.com', password: 'Owner-of-this-test-1' });
	const credential = await upsertCredential(rest, {
		accessToken: sandbox.tokens.admin,
		baseUrl: sandbox.url,
	});
	const stop = async () => {
		await n8n.stop();
		await sandbox.close();
		rmSync(userFolder, { recursive: true, force: true, maxRetries: 3 });
	};
	return { sandbox, n8n, rest, credential, stop };
}
