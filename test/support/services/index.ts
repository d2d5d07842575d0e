/**
 * Stand-ins for other services, for a complete n8n. A proxy ends TLS with its own certificate, so that n8n's nodes
 * reach the stand-ins instead of services such as HubSpot or Slack.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { generateCACertificate, getLocal, type CompletedRequest } from 'mockttp';

import type { Service, ServiceRequest } from './service';

export * from './service';

/** The proxy, while it runs. */
export interface Services {
	/** Environment variables with which n8n can only reach the stand-ins by HTTP. */
	env: Record<string, string>;
	/** Requests to hosts without a stand-in: `METHOD https://host/path`. A test expects none. */
	strangers: string[];
	stop(): Promise<void>;
}

async function requestOf(request: CompletedRequest): Promise<ServiceRequest> {
	const url = new URL(request.url);
	const text = (await request.body.getText()) ?? '';
	const headers = Object.fromEntries(
		Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
	);
	return {
		method: request.method,
		host: url.hostname,
		path: url.pathname,
		query: url.searchParams,
		headers,
		body: bodyOf(text, headers['content-type'] ?? ''),
	};
}

function bodyOf(text: string, type: string): unknown {
	if (text === '') return undefined;
	if (type.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** Starts the proxy with these services behind it. */
export async function startServices(...services: Service[]): Promise<Services> {
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-services-'));
	const ca = await generateCACertificate({ subject: { commonName: 'Test services' } });
	const caFile = join(folder, 'ca.pem');
	writeFileSync(caFile, ca.cert);
	const proxy = getLocal({ https: ca });
	await proxy.start();
	const byHost = new Map(
		services.flatMap((service) => service.hosts.map((host) => [host, service])),
	);
	const strangers: string[] = [];
	await proxy.forUnmatchedRequest().thenCallback(async (completed) => {
		const request = await requestOf(completed);
		const service = byHost.get(request.host);
		if (service === undefined) {
			strangers.push(`${completed.method} ${completed.url}`);
			return 'close';
		}
		const answer = await service.answer(request);
		if (answer === 'drop') return 'close';
		const { status, headers, json } = answer;
		return {
			statusCode: status,
			headers: { 'content-type': 'application/json', ...headers },
			body: json === undefined ? '' : JSON.stringify(json),
		};
	});
	return {
		env: {
			HTTP_PROXY: proxy.url,
			HTTPS_PROXY: proxy.url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: caFile,
		},
		strangers,
		async stop() {
			await proxy.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
