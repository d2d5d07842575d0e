/**
 * Stand-ins for other services, for a complete n8n. A proxy ends TLS with its own certificate, so that n8n's nodes
 * reach the stand-ins instead of services such as HubSpot or Slack.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { generateCACertificate, getLocal, type CompletedRequest } from 'mockttp';

export interface StandInRequest {
	method: string;
	/** Without the query, still percent-encoded. */
	path: string;
	query: URLSearchParams;
	headers: CompletedRequest['headers'];
	/** The parsed JSON, `{}` if there is none. */
	body: Record<string, unknown>;
}

export interface StandInResponse {
	status: number;
	headers?: Record<string, string>;
	/** Sent as JSON. Nothing is sent if it is undefined. */
	json?: unknown;
}

/** A response, or a connection that is closed without one. */
type Answer = StandInResponse | 'drop';

export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly json: unknown,
	) {
		super(`Refused with ${status}`);
	}
}

/** The part of a service's API that n8n's nodes use, with its records in memory. */
export abstract class StandIn {
	abstract readonly host: string;

	abstract readonly token: string;

	/** Every request since it was last emptied. The status of a closed connection is 0. */
	readonly calls: Array<StandInRequest & { status: number }> = [];

	/** Requests to paths that the service does not have: `METHOD /path`. A test expects none. */
	readonly unknown: string[] = [];

	/** Runs before a request has any effect. It can close the connection instead. */
	before: (request: StandInRequest) => Promise<void | 'drop'> = async () => undefined;

	private created = 0;

	private faults: Array<{ fault: Answer; left: number }> = [];

	/** A number for a new record. None is used again, even if its record is deleted. */
	protected nextNumber(): number {
		return ++this.created;
	}

	protected isSignedIn({ headers }: StandInRequest): boolean {
		return headers.authorization === `Bearer ${this.token}`;
	}

	/** @returns undefined for an unknown path @throws {Refusal} for a request that the service would refuse */
	protected abstract handle(request: StandInRequest): StandInResponse | undefined;

	/** Lets the next requests fail. Infinity: all until `recover`. */
	fail(fault: Answer, times: number): void {
		this.faults.push({ fault, left: times });
	}

	recover(): void {
		this.faults = [];
	}

	/** Responds to a request and records it. */
	async answer(request: StandInRequest): Promise<Answer> {
		const answer = (await this.before(request)) ?? this.faultOf() ?? this.handled(request);
		this.calls.push({ ...request, status: answer === 'drop' ? 0 : answer.status });
		return answer;
	}

	private faultOf(): Answer | undefined {
		const [first] = this.faults;
		if (first === undefined) return undefined;
		first.left -= 1;
		if (first.left <= 0) this.faults.shift();
		return first.fault;
	}

	private handled(request: StandInRequest): StandInResponse {
		if (!this.isSignedIn(request)) return { status: 401, json: { message: 'Unauthorized' } };
		try {
			const response = this.handle(request);
			if (response !== undefined) return response;
		} catch (error) {
			if (error instanceof Refusal) return error;
			throw error;
		}
		this.unknown.push(`${request.method} ${request.path}`);
		return { status: 404, json: { message: 'Not found' } };
	}
}

/** The proxy, while it runs. */
export interface StandInProxy {
	/** Environment variables with which n8n can only reach the stand-ins by HTTP. */
	env: Record<string, string>;
	/** Requests to hosts without a stand-in: `METHOD https://host/path`. A test expects none. */
	strangers: string[];
	stop(): Promise<void>;
}

/** Starts the proxy with these services behind it. */
export async function startStandIns(...services: StandIn[]): Promise<StandInProxy> {
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-services-'));
	const ca = await generateCACertificate({ subject: { commonName: 'Test services' } });
	const caFile = join(folder, 'ca.pem');
	writeFileSync(caFile, ca.cert);
	const proxy = getLocal({ https: ca });
	await proxy.start();
	const strangers: string[] = [];
	await proxy.forUnmatchedRequest().thenCallback(async ({ method, url, headers: sent, body }) => {
		const { hostname, pathname: path, searchParams: query } = new URL(url);
		const service = services.find(({ host }) => host === hostname);
		if (service === undefined) {
			strangers.push(`${method} ${url}`);
			return 'close';
		}
		const json = ((await body.getJson()) ?? {}) as StandInRequest['body'];
		const answer = await service.answer({ method, path, query, headers: sent, body: json });
		if (answer === 'drop') return 'close';
		return {
			statusCode: answer.status,
			headers: { 'content-type': 'application/json', ...answer.headers },
			body: answer.json === undefined ? '' : JSON.stringify(answer.json),
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
