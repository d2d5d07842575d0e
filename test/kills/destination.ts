import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';

export interface Write {
	/** The workflow that sent it. */
	subject: string;
	key: string;
	email: string;
	execution: string;
	/** Milliseconds since 1970. */
	at: number;
}

/** It refuses some records, has no capacity, does not respond, or writes and loses the connection. */
export const conditions = ['fine', 'refuse', 'busy', 'hang', 'drop'] as const;
export type Condition = (typeof conditions)[number];

type Body = Omit<Write, 'subject' | 'at'>;

/** Longest time before and after a write, ms. Kills hit both. */
const SLOWEST = 700;

/** A CRM that creates or updates records by key, `PUT /<subject>`, and remembers every write. */
export class Destination {
	readonly writes: Write[] = [];
	/** The keys it refuses while its condition is `refuse`. */
	readonly refused = new Set<string>();
	condition: Condition = 'fine';
	private server!: FastifyInstance;

	constructor(private readonly random: () => number) {}

	url(subject: string): string {
		const { port } = this.server.server.address() as AddressInfo;
		return `http://127.0.0.1:${port}/${subject}`;
	}

	async start(): Promise<void> {
		this.server = Fastify({ forceCloseConnections: true });
		this.server.put<{ Body: Body; Params: { subject: string } }>(
			'/:subject',
			async ({ body, params }, reply) => await this.answer({ ...params, ...body }, reply),
		);
		await this.server.listen({ host: '127.0.0.1', port: 0 });
	}

	async stop(): Promise<void> {
		await this.server?.close();
	}

	private async answer(sent: Omit<Write, 'at'>, reply: FastifyReply): Promise<unknown> {
		const { condition } = this;
		if (condition === 'refuse' && this.refused.has(sent.key)) {
			return await reply.code(400).send({ message: 'Property values were not valid' });
		}
		if (condition === 'busy') {
			return await reply
				.code(429)
				.header('retry-after', '2')
				.send({ message: 'Too many requests' });
		}
		if (condition === 'hang') {
			while (this.condition === 'hang') await pause(100);
			return await reply.code(503).send({ message: 'Service unavailable' });
		}
		await pause(this.random() * SLOWEST);
		this.writes.push({ ...sent, at: Date.now() });
		if (condition === 'drop') {
			reply.hijack();
			reply.raw.destroy();
			return undefined;
		}
		await pause(this.random() * SLOWEST);
		return { key: sent.key };
	}
}
