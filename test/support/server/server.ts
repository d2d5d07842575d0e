import { upsertCredential, type Credential } from '../../../playground/workflows';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { InstalledN8n } from './installed';

/** A complete n8n with the package, a sandbox, and a credential for it. */
export class Server extends InstalledN8n {
	sandbox!: Sandbox;
	credential!: Credential;

	constructor(
		env: NodeJS.ProcessEnv = {},
		private readonly sandboxOptions: SandboxOptions = {},
	) {
		super(env);
	}

	override async start(): Promise<void> {
		this.sandbox = await startSandbox(this.sandboxOptions);
		await super.start();
		const { tokens, url: baseUrl } = this.sandbox;
		this.credential = await upsertCredential(this.rest, { accessToken: tokens.admin, baseUrl });
	}

	override async stop(): Promise<void> {
		await super.stop();
		await this.sandbox?.close();
	}
}

export async function startServer(
	env?: NodeJS.ProcessEnv,
	sandboxOptions?: SandboxOptions,
): Promise<Server> {
	const server = new Server(env, sandboxOptions);
	await server.start();
	return server;
}
