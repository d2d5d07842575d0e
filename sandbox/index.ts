import type { AddressInfo } from 'node:net';
import { createParts, type Parts } from './parts';
import { homeOrg } from './records';
import { tokens } from './seed';
import { createServer } from './server';
import type { Sandbox, SandboxOptions } from './types';

export * from './types';

/** Starts the service on this machine and resolves once it listens. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { host = '127.0.0.1', port = 0 } = options;
	if (!/^(127(\.\d{1,3}){3}|::1|localhost)$/.test(host)) {
		throw new Error(`The sandbox listens on loopback addresses only, not on ${host}`);
	}
	const basePath = normalised(options.basePath ?? '');
	const parts = createParts(options);
	const server = createServer(parts, basePath, options);
	try {
		await server.listen({ host, port });
	} catch (error) {
		await server.close();
		throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
			? new Error(`Port ${port} on ${host} is in use by another program`)
			: error;
	}
	const { port: actualPort } = server.server.address() as AddressInfo;
	return {
		url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}${basePath}`,
		tokens,
		...idsOf(parts),
		...controlsOf(parts),
		close: async () => await server.close(),
	};
}

function idsOf({ store }: Parts) {
	const { leads, snippets, agents, seoJobs, platforms, users } = store.data;
	const ids = (records: Array<{ id: string; clientOrgId: string }>) =>
		records.filter((record) => record.clientOrgId === homeOrg).map(({ id }) => id);
	const configured = platforms.flatMap(({ config }) => [config.applicationPassword, config.apiKey]);
	return {
		leadIds: leads
			.filter(({ lead }) => lead.clientOrgId === homeOrg)
			.map(({ id, lead }) => ({ id, name: `${lead.firstName} ${lead.lastName}` })),
		snippetIds: ids(snippets),
		agentIds: ids(agents),
		seoJobIds: ids(seoJobs),
		platformIds: ids(platforms),
		secrets: [...users.map(({ apiKey }) => apiKey), ...configured].filter(
			(value): value is string => typeof value === 'string' && value !== '',
		),
	};
}

function controlsOf({ store, faults, windows, requests, reset }: Parts) {
	return {
		requests,
		clearRequests: () => {
			requests.length = 0;
		},
		addFault: faults.add.bind(faults),
		clearFaults: faults.clear.bind(faults),
		reset,
		addLead: store.addLead.bind(store),
		updateLead: store.updateLead.bind(store),
		removeLead: store.removeLead.bind(store),
		addArticle: store.addArticle.bind(store),
		updateArticle: store.updateArticle.bind(store),
		updatePlatform: store.updatePlatform.bind(store),
		firstMessage: store.firstMessage.bind(store),
		setBalance: store.setBalance.bind(store),
		balance: () => store.balance(),
		setLimits: windows.setLimits.bind(windows),
	};
}

function normalised(basePath: string): string {
	const inner = basePath.replace(/^\/+|\/+$/g, '');
	return inner === '' ? '' : `/${inner}`;
}
