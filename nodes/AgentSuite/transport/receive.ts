import type { HttpResponse } from './errors/httpError';

/**
 * Largest body that is read, in bytes after decompression. Nothing else bounds what a service can put into n8n's memory
 * within the timeout. The message of `tooLarge` names it.
 */
export const MAX_RESPONSE_MB = 256;

/** The body was larger than that. The rest of it was not read. */
export class ResponseTooLarge extends Error {}

/** The part of a Node.js stream that is used here. */
interface ByteStream extends AsyncIterable<Buffer> {
	destroy(): void;
}

/** What n8n's helper returns when it is asked for a stream. */
export interface StreamedResponse {
	statusCode: number;
	headers?: Record<string, unknown>;
	body: unknown;
}

const isStream = (body: unknown): body is ByteStream =>
	typeof (body as Partial<ByteStream> | undefined)?.destroy === 'function';

/** The decoded JSON, or the text itself if it is no JSON. */
function decoded(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch {
		return text;
	}
}

async function read(
	sending: Promise<StreamedResponse>,
	onStream: (stream: ByteStream) => void,
): Promise<HttpResponse> {
	const { statusCode: status, headers = {}, body } = await sending;
	// n8n's evaluations replace responses by plain values.
	if (!isStream(body)) return { status, headers, body };
	onStream(body);
	const chunks: Buffer[] = [];
	let bytes = 0;
	// Leaving the loop early closes the connection.
	for await (const chunk of body) {
		bytes += chunk.length;
		if (bytes > MAX_RESPONSE_MB * 1024 * 1024) throw new ResponseTooLarge();
		chunks.push(chunk);
	}
	return { status, headers, body: decoded(Buffer.concat(chunks).toString()) };
}

/**
 * Reads a response whole.
 * @param sending the promise of n8n's helper, which was asked for a stream
 * @param expired ends the wait, also for a response that has begun. n8n's helper itself ends at a stop.
 * @throws {ResponseTooLarge}, the reason of `expired`, or the error of the HTTP client
 */
export async function receive(
	sending: Promise<StreamedResponse>,
	expired: AbortSignal,
): Promise<HttpResponse> {
	let stream: ByteStream | undefined;
	let onEnd = () => {};
	try {
		// Not Promise.race, which keeps every response in memory until the signal fires.
		return await new Promise<HttpResponse>((resolve, reject) => {
			onEnd = () => {
				// A silent connection still stays open until the service closes it, because n8n's client wraps the stream.
				stream?.destroy();
				reject(expired.reason as Error);
			};
			expired.addEventListener('abort', onEnd, { once: true });
			const onStream = (opened: ByteStream) => {
				stream = opened;
				if (expired.aborted) opened.destroy();
			};
			read(sending, onStream).then(resolve, reject);
		});
	} finally {
		expired.removeEventListener('abort', onEnd);
	}
}
