import { setTimeout as pause } from 'node:timers/promises';

import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { IDataObject } from 'n8n-workflow';

/** A record that a workflow has sent. */
export interface Sent<T> {
	/** The last part of the address, which tells workflows apart. */
	path: string;
	body: T;
	/** Milliseconds since 1970. */
	at: number;
}

/** What it does with a record. `drop`: it writes it and closes the connection. */
export type CrmReply = 'accept' | 'refuse' | 'limit' | 'unavailable' | 'drop';

const statuses = { accept: 200, refuse: 400, limit: 429, unavailable: 503 };

/** A reply that never comes. */
export const noReply = new Promise<never>(() => undefined);

/** A CRM to which n8n's HTTP Request node writes records. It can be stopped, and started again at the same address. */
export class Crm<T = IDataObject> {
	/** What has come, and what of it was written. */
	readonly received: Array<Sent<T>> = [];
	readonly written: Array<Sent<T>> = [];
	reply: (sent: Sent<T>) => CrmReply | Promise<CrmReply> = () => 'accept';
	url = '';
	private server!: FastifyInstance;

	/** @param delay time before and after a write, ms */
	constructor(private readonly delay: () => number = () => 0) {}

	async start(): Promise<void> {
		this.server = Fastify({ forceCloseConnections: true });
		this.server.all<{ Params: { path: string }; Body: T }>(
			'/:path',
			async ({ params: { path }, body }, reply) =>
				await this.answer({ path, body: body as T, at: Date.now() }, reply),
		);
		const port = Number(new URL(this.url || 'http://127.0.0.1:0').port);
		this.url = await this.server.listen({ host: '127.0.0.1', port });
	}

	async stop(): Promise<void> {
		await this.server?.close();
	}

	private async answer(sent: Sent<T>, response: FastifyReply): Promise<unknown> {
		this.received.push(sent);
		const reply = await this.reply(sent);
		if (reply === 'accept' || reply === 'drop') {
			await pause(this.delay());
			this.written.push({ ...sent, at: Date.now() });
		}
		if (reply === 'drop') {
			response.hijack();
			response.raw.destroy();
			return undefined;
		}
		if (reply === 'accept') await pause(this.delay());
		if (reply === 'limit') response.header('retry-after', '1');
		return await response.code(statuses[reply]).send({});
	}
}
