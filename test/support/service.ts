/**
 * What most engine tests start with: a sandbox, the built package in n8n's engine (`engine.ts`), and an n8n that polls
 * (`triggerHost.ts`). Beside it: `pacedService.ts` for rate limits, `attackServer.ts` for hostile responses, `agent.ts`
 * for tools, `date.ts`, `nodeSettings.ts` and `triggerProcess.ts` for time, `secrecy.ts` and `log.ts` for what must not
 * leak. `server/` starts a complete n8n, `standIns/` and `programs/` what it connects to, and
 * `leadSync/` tests recipes with all of them.
 */
import type { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IDataObject, ITaskData } from 'n8n-workflow';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { withoutLimits } from './credential';
import { loadPackage, runNode, type RunOptions, type RunResult } from './engine';
import { collectLog, log } from './log';
import { shortenBackoff } from './nodeSettings';
import type { PollingMode } from './pollContext';
import { Host } from './triggerHost';
import { forgetSharedLists } from './triggerProcess';

type Extra = Omit<RunOptions, 'parameters' | 'credential'> & {
	/** Changes to a working credential, or null for no credential. */
	credential?: ICredentialDataDecryptedObject | null;
};

/** A sandbox and the built package, for all tests of a file. */
export class Service {
	sandbox!: Sandbox;
	loader!: PackageDirectoryLoader;
	last?: RunResult;

	/** The credential of an administrator of the sandbox, without limits. */
	credential(changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject {
		const { url, tokens } = this.sandbox;
		return { accessToken: tokens.admin, baseUrl: url, ...withoutLimits, ...changes };
	}

	/** What no output, error, or log contains. */
	get secrets(): string[] {
		return [...Object.values(this.sandbox.tokens), ...this.sandbox.secrets];
	}

	get spent(): number {
		return this.sandbox.requests.reduce((sum, { tokens }) => sum + tokens, 0);
	}

	/** An n8n with the trigger. */
	host(
		parameters: IDataObject,
		mode: PollingMode = 'default',
		changes: ICredentialDataDecryptedObject = {},
	): Host {
		return new Host(this.loader, { parameters, mode, credential: this.credential(changes) });
	}

	/** An n8n that syncs leads with retries. */
	leadSync(mode: PollingMode, parameters: IDataObject = {}): Host {
		return this.host(
			{ event: 'leadCreatedOrUpdated', retryFailedExecutions: true, ...parameters },
			mode,
		);
	}

	/** The same, published, after its first poll. */
	async publishedLeadSync(mode: PollingMode, parameters?: IDataObject): Promise<Host> {
		const host = this.leadSync(mode, parameters);
		await host.activate();
		await host.poll();
		return host;
	}

	/** Runs an operation such as `lead.get`, each time as a new execution. */
	async run(id: string, parameters: IDataObject = {}, extra: Extra = {}): Promise<RunResult> {
		const [resource, operation] = id.split('.');
		const { credential, ...rest } = extra;
		this.last = await runNode(this.loader, {
			parameters: { resource, operation, ...parameters },
			...rest,
			credential: credential === null ? null : this.credential(credential),
		});
		return this.last;
	}
}

/** Starts both before the tests of a file, and resets the data before each test. */
export function useService(options: SandboxOptions = {}): Service {
	const service = new Service();
	beforeAll(async () => {
		collectLog();
		service.loader = await loadPackage();
		service.sandbox = await startSandbox({ limits: { minute: 0, hour: 0, day: 0 }, ...options });
	});
	beforeEach(() => {
		service.sandbox.reset();
		forgetSharedLists();
		log.text = '';
	});
	afterAll(async () => await service.sandbox.close());
	return service;
}

/** The same, with retries that follow at once. */
export function useQuickService(options?: SandboxOptions): Service {
	beforeAll(() => shortenBackoff(1));
	return useService(options);
}

/** What the output pane says about the run. */
export const hintsOf = ({ hints = [] }: ITaskData) => hints.map(({ message }) => message);

export { exampleOf, expectWorking, idsOf, operations, working } from './operationExamples';
