import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from './types';

const page =
	'<!doctype html><html><head><title>One moment</title></head><body><h1>We will be right back</h1></body></html>';

/** The part of a fault before the request is read. Leaves the reply alone if the request continues. */
export async function before(fault: Fault, request: FastifyRequest, reply: FastifyReply) {
	switch (fault.kind) {
		case 'status':
			if (fault.after) return undefined;
			reply.code(fault.status).headers(fault.headers ?? {});
			if (fault.contentType !== undefined) reply.type(fault.contentType);
			return reply.send(fault.body ?? { message: `Fault on demand: status ${fault.status}` });
		case 'rateLimit':
			if (fault.retryAfter !== false) reply.header('retry-after', String(fault.retryAfter ?? 1));
			return reply.code(429).send({ message: 'Too many requests (fault on demand)' });
		case 'garbage':
			return reply
				.code(fault.status ?? 200)
				.type(fault.contentType ?? 'text/html; charset=utf-8')
				.send(fault.body ?? page);
		case 'redirect':
			return reply.redirect(fault.location, fault.status ?? 302);
		case 'drop':
			return fault.after ? undefined : hangUp(request, reply);
		case 'slow':
			// If the client has disconnected, the request is not processed.
			if (fault.after || (await pause(fault.ms, reply.raw))) return undefined;
			return hangUp(request, reply);
		case 'slowBody':
		case 'drip':
		case 'compression':
		case 'emptyRecords':
		case 'truncate':
			return undefined;
	}
}

/** The part of a fault after a request was processed. */
export async function after(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): Promise<unknown> {
	const text = typeof payload === 'string' ? payload : '';
	switch (fault.kind) {
		case 'slow':
			if (fault.after) await pause(fault.ms, reply.raw);
			return payload;
		case 'drop':
			if (fault.after) request.raw.socket.destroy();
			return payload;
		case 'truncate':
			if (fault.variant === 'json') return text.slice(0, text.length / 2);
			return halves(reply, text, async () => {
				// Lets the first half leave before the socket is destroyed.
				await pause(20, reply.raw);
				reply.raw.destroy();
				return false;
			});
		case 'status':
			if (!fault.after) return payload;
			return JSON.stringify(fault.body ?? { message: 'Fault on demand, after it was done' });
		case 'drip':
			return drip(reply, text, fault.ms);
		case 'compression':
			reply.header('content-encoding', 'gzip');
			return payload;
		case 'emptyRecords':
			return text && JSON.stringify(withEmptyRecords(JSON.parse(text)));
		case 'slowBody':
			return halves(reply, text, () => pause(fault.ms ?? Infinity, reply.raw));
		default:
			return payload;
	}
}

/** The list of a response, or of one of its fields, with empty records around it. */
function withEmptyRecords(answer: unknown): unknown {
	if (Array.isArray(answer)) return [null, ...(answer as unknown[]), {}];
	if (typeof answer !== 'object' || answer === null) return answer;
	const entries = Object.entries(answer).map(([name, value]: [string, unknown]) => [
		name,
		Array.isArray(value) ? withEmptyRecords(value) : value,
	]);
	return Object.fromEntries(entries) as unknown;
}

/** Sends the body byte by byte, until the client disconnects. */
function drip(reply: FastifyReply, text: string, ms: number): Readable {
	const body = Buffer.from(text);
	reply.header('content-length', body.length);
	async function* parts() {
		for (let index = 0; index < body.length; index++) {
			yield body.subarray(index, index + 1);
			if (!(await pause(ms, reply.raw))) return;
		}
	}
	return Readable.from(parts(), { objectMode: false });
}

/** Announces the whole body and sends half of it. The second half follows once `between` resolves to true. */
function halves(reply: FastifyReply, text: string, between: () => Promise<boolean>): Readable {
	const body = Buffer.from(text);
	const middle = Math.floor(body.length / 2);
	reply.header('content-length', body.length);
	async function* parts() {
		yield body.subarray(0, middle);
		if (await between()) yield body.subarray(middle);
	}
	return Readable.from(parts(), { objectMode: false });
}

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	reply.hijack();
	request.raw.socket.destroy();
	return reply;
}

/** Waits. Resolves to false as soon as the connection is closed, otherwise to true. */
async function pause(ms: number, raw: ServerResponse): Promise<boolean> {
	if (raw.destroyed) return false;
	return await new Promise((resolve) => {
		const timer = Number.isFinite(ms) ? setTimeout(() => done(true), ms) : undefined;
		const closed = () => done(false);
		const done = (open: boolean) => {
			clearTimeout(timer);
			raw.off('close', closed);
			resolve(open);
		};
		raw.once('close', closed);
	});
}
