import type { Failure, SentRequest } from './errors/failure';
import {
	lossOf,
	lostFailure,
	MAX_RESPONSE_MB,
	MAX_RESPONSE_MILLIONS,
	type LossName,
} from './errors/lostFailure';
import { statusFailure, type HttpResponse } from './errors/statusFailure';

/** The body is that of a success, undefined if its status says that it has none. */
export type Reception = { body: unknown } | { failure: Failure };

const NO_CONTENT = 204;

/** The part of a Node.js stream that is used here. */
type ByteStream = AsyncIterable<Buffer> & { destroy(): void };

/** What n8n's helper returns if it is asked for a stream. */
export interface StreamedResponse {
	statusCode: number;
	headers?: Record<string, unknown>;
	body: unknown;
}

const isStream = (body: unknown): body is ByteStream =>
	typeof (body as Partial<ByteStream> | undefined)?.destroy === 'function';

/** The text itself if it is no JSON. */
function decoded(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch {
		return text;
	}
}

const [BRACE, BRACKET] = Buffer.from('{[');

/** How often a byte stands in a part of a response. */
function countByte(chunk: Buffer, byte: number): number {
	let found = 0;
	// Several times as fast as a look at each byte, and the limit ends it soon if there are very many.
	for (let at = chunk.indexOf(byte); at >= 0; at = chunk.indexOf(byte, at + 1)) found++;
	return found;
}

/** How many objects and lists can begin in a part of a JSON text. */
const beginningsIn = (chunk: Buffer): number => countByte(chunk, BRACE) + countByte(chunk, BRACKET);

async function read(
	sending: Promise<StreamedResponse>,
	onStream: (stream: ByteStream) => void,
): Promise<HttpResponse | LossName> {
	const { statusCode: status, headers = {}, body } = await sending;
	// n8n's evaluations replace responses by plain values.
	if (!isStream(body)) return { status, headers, body };
	onStream(body);
	const chunks: Buffer[] = [];
	let bytes = 0;
	let beginnings = 0;
	// Leaving the loop early closes the connection.
	for await (const chunk of body) {
		bytes += chunk.length;
		if (bytes > MAX_RESPONSE_MB * 1024 * 1024) return 'tooLarge';
		beginnings += beginningsIn(chunk);
		if (beginnings > MAX_RESPONSE_MILLIONS * 1e6) return 'tooMany';
		chunks.push(chunk);
	}
	return { status, headers, body: decoded(Buffer.concat(chunks).toString()) };
}

/**
 * Reads the whole response. After `timeoutMs` it is `timeout`, also if the response has begun. On Stop, n8n's helper rejects, so
 * nothing is done about it here.
 */
async function readInTime(
	sending: Promise<StreamedResponse>,
	timeoutMs: number,
): Promise<HttpResponse | LossName> {
	const expired = AbortSignal.timeout(timeoutMs);
	let stream: ByteStream | undefined;
	let onExpired = () => {};
	const expiry = new Promise<LossName>((resolve) => {
		onExpired = () => {
			// A silent connection still stays open until the service closes it, because n8n's client wraps the stream.
			stream?.destroy();
			resolve('timeout');
		};
	});
	expired.addEventListener('abort', onExpired, { once: true });
	const onStream = (opened: ByteStream) => {
		stream = opened;
		if (expired.aborted) opened.destroy();
	};
	try {
		return await Promise.race([read(sending, onStream), expiry]);
	} catch (error) {
		return lossOf(error);
	} finally {
		// Otherwise the signal keeps the response in memory until it fires.
		expired.removeEventListener('abort', onExpired);
	}
}

/** Reads a response whole, which n8n's helper was asked for as a stream. No message shows the secrets. */
export async function receive(
	sending: Promise<StreamedResponse>,
	request: SentRequest,
	secrets: readonly string[],
): Promise<Reception> {
	const response = await readInTime(sending, request.timeoutMs);
	if (typeof response === 'string') return { failure: lostFailure(response, request) };
	const { status, body } = response;
	if (status === NO_CONTENT) return { body: undefined };
	if (status >= 200 && status <= 299) return { body };
	return { failure: statusFailure(request.operation, response, secrets) };
}
