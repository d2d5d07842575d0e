import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n, type N8n } from '../../../playground/n8n';
import { installPackage, packPackage, type PackedPackage } from '../../../playground/package';
import { freePorts } from '../../../playground/ports';
import type { Rest } from '../../../playground/rest';

export const owner = { email: 'owner@example.com', password: 'Owner-of-this-test-1' };

/** A new folder for the data of n8n. */
export const newUserFolder = () => mkdtempSync(join(tmpdir(), 'agent-suite-n8n-'));

/**
 * A user folder of n8n with only the package, installed from its tarball, and with the database of PREPARED_USER_FOLDER,
 * if that is set.
 */
export function userFolderWith(packed: PackedPackage): string {
	const userFolder = newUserFolder();
	mkdirSync(join(userFolder, '.n8n'), { recursive: true });
	const prepared = process.env.PREPARED_USER_FOLDER;
	if (prepared) cpSync(prepared, userFolder, { recursive: true });
	installPackage(userFolder, packed);
	return userFolder;
}

/** The variables of an n8n with its editor, whose many files n8n prepares at each start. By default, it has only its API. */
export const withEditor = { N8N_DISABLE_UI: 'false' };

/** Another n8n than that of the playground, for the version matrix. */
const folder = process.env.COMPAT_SERVER;

/** A complete n8n with the package installed from its tarball, whose owner is signed in. It can be killed and started again. */
export class InstalledN8n {
	/** The running n8n and a session in it. `boot` replaces both. */
	n8n!: N8n;
	rest!: Rest;
	private userFolder = '';
	private ports: number[] = [];

	/** @param packed the package. Default: this one */
	constructor(
		private readonly env: NodeJS.ProcessEnv = {},
		private readonly packed?: PackedPackage,
	) {}

	/**
	 * Starts n8n once, which creates its tables, and the owner. Both take seconds.
	 * @returns the folder with its data, which the caller removes
	 */
	static async prepareUserFolder(): Promise<string> {
		const first = new InstalledN8n();
		await first.start();
		await first.n8n.stop();
		return first.userFolder;
	}

	async start(): Promise<void> {
		this.userFolder = userFolderWith(this.packed ?? packPackage());
		this.ports = await freePorts(2);
		await this.boot();
	}

	/** Starts n8n again on the existing data, after it has ended or was killed. */
	async boot(): Promise<void> {
		const { userFolder } = this;
		const env = { N8N_DISABLE_UI: 'true', ...this.env };
		const [port, brokerPort] = this.ports;
		this.n8n = await startN8n({ userFolder, folder, port, brokerPort, env });
		this.rest = await this.n8n.login(owner);
	}

	async kill(): Promise<void> {
		await this.n8n.kill();
	}

	/**
	 * Kills n8n with SIGKILL, and starts it again on its data, without the ten seconds that n8n waits after it was killed.
	 * @param meanwhile what happens while it is down
	 */
	async restart(meanwhile: () => unknown = () => {}): Promise<void> {
		await this.kill();
		meanwhile();
		rmSync(join(this.userFolder, '.n8n', 'crash.journal'), { force: true });
		await this.boot();
	}

	/** Ends n8n and removes its data. Safe if it has not started. */
	async stop(): Promise<void> {
		await this.n8n?.stop();
		if (this.userFolder) rmSync(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
	}
}
