import { decode } from './decode';
import { lossOf, type LossName } from './loss';

/** Largest body that is read, after decompression: the text of a million leads. */
export const MAX_RESPONSE_MB = 256;

/**
 * Most objects and lists in a body, in millions: eight for each of a million leads. Empty ones take thirty times as much memory as
 * text, so without this bound 250 KB of compressed text could take 6 GB, which ends n8n.
 */
export const MAX_RESPONSE_MILLIONS = 8;

/** What n8n's helper returns if it is asked for a stream. */
export interface StreamedResponse {
	statusCode: number;
	headers?: Record<string, unknown>;
	body: unknown;
}

/** Hands a request to n8n's helper. @param end closes its connection */
export type Send = (end: AbortSignal) => Promise<StreamedResponse>;

/** A response of the service with any status. */
export interface HttpResponse {
	status: number;
	headers: Record<string, unknown>;
	/** Decoded. */
	body: unknown;
}

/** How long the body of a response without success is waited for, ms. Its head says what to do, and its body at most why. */
const FAILURE_BODY_MS = 2000;

export type Head = Omit<HttpResponse, 'body'>;

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** What came of a request. */
export type Received =
	/** Of one without success, the body can be missing: its status says it all. */
	| { response: HttpResponse }
	/** The head is that of a success that has begun. */
	| ({ head?: Head } & Reason);

/** Why there is no whole response. Nobody foresaw an exception. */
type Reason = { loss: LossName } | { exception: unknown };

/**
 * Sends a request through n8n's helper, which is asked for a stream, and reads the whole response. After the timeout, it is given up,
 * also if the response has begun.
 * @param send gets a signal that closes the connection, once the rest is not waited for
 * @param onHead gets the head as soon as the response begins
 * @param stop of n8n
 */
export async function receive(
	send: Send,
	timeoutMs: number,
	onHead: (head: Head) => void = () => {},
	stop?: AbortSignal,
): Promise<Received> {
	if (stop?.aborted) return { loss: 'canceledBefore' };
	const end = new End();
	const reading = new Reading((head) => {
		if (!isSuccess(head.status)) end.comesWith(AbortSignal.timeout(FAILURE_BODY_MS), 'timeout');
		onHead(head);
	});
	end.comesWith(AbortSignal.timeout(timeoutMs), 'timeout');
	// Another signal for each request, because Node.js warns of more than ten listeners of one.
	if (stop) end.comesWith(AbortSignal.any([stop]), 'canceled');
	const connection = new AbortController();
	// Only the end is waited for, because a helper without the signal leaves the response open.
	void reading.read(send, connection.signal).then(
		(response) => end.come(response),
		(error) => end.come(reasonOf(error)),
	);
	const how = await end.first;
	if ('response' in how) return how;
	// Before the abort, which the HTTP client would report to an open stream, to which nobody might listen.
	reading.close();
	connection.abort();
	return reading.endedBy(how);
}

function reasonOf(error: unknown): Reason {
	try {
		const loss = lossOf(error);
		return loss ? { loss } : { exception: error };
	} catch (exception) {
		// An error that cannot even be read must not leave the request without an end.
		return { exception };
	}
}

/** How a request ends. */
type Ended = { response: HttpResponse } | Reason;

/** The end of a request: whatever comes first, of its response, a timeout, and Stop. What comes later changes nothing. */
class End {
	private readonly listeners = new Map<AbortSignal, () => void>();
	/** As each promise, it settles once. */
	private settle: (how: Ended) => void = () => {};
	readonly first = new Promise<Ended>((resolve) => (this.settle = resolve));

	come(how: Ended): void {
		this.settle(how);
		// Otherwise, the signals keep the response in memory until they fire.
		for (const [signal, listener] of this.listeners) signal.removeEventListener('abort', listener);
	}

	/**
	 * By a listener of its own, because nothing else keeps the signal of a timeout in memory: `AbortSignal.any` does not, in Node.js 20.
	 */
	comesWith(signal: AbortSignal, loss: LossName): void {
		const listener = () => this.come({ loss });
		if (signal.aborted) listener();
		else signal.addEventListener('abort', listener);
		this.listeners.set(signal, listener);
	}
}

/** The part of a Node.js stream that is used here. */
type ByteStream = AsyncIterable<Buffer> & { destroy(): void };

/** A response that is being read. */
class Reading {
	/** Undefined until the response begins. */
	private head?: Head;
	private chunks: Buffer[] = [];
	private stream?: ByteStream;
	private isClosed = false;

	constructor(private readonly onHead: (head: Head) => void) {}

	async read(send: Send, connection: AbortSignal): Promise<Ended> {
		const { statusCode: status, headers = {}, body } = await send(connection);
		this.stream = isStream(body) ? body : undefined;
		// It has begun too late.
		if (this.isClosed) this.close();
		if (this.isClosed || !Number.isInteger(status)) return { loss: 'unreadable' };
		this.head = { status, headers };
		this.onHead(this.head);
		// n8n's evaluations replace responses by plain values.
		if (!this.stream) return { response: { status, headers, body } };
		const loss = await this.readChunks(this.stream);
		if (loss) return { loss };
		return { response: { status, headers, body: this.bodySoFar(headers) } };
	}

	/** @returns why the rest is not read, if it is too much */
	private async readChunks(stream: ByteStream): Promise<LossName | undefined> {
		let bytes = 0;
		let beginnings = 0;
		for await (const chunk of stream) {
			bytes += chunk.length;
			beginnings += beginningsIn(chunk);
			const isTooLarge = bytes > MAX_RESPONSE_MB * 1024 * 1024;
			if (isTooLarge || beginnings > MAX_RESPONSE_MILLIONS * 1e6) {
				this.chunks = [];
				return isTooLarge ? 'tooLarge' : 'tooMany';
			}
			this.chunks.push(chunk);
		}
		return undefined;
	}

	private bodySoFar(headers: Head['headers']): unknown {
		return decode(Buffer.concat(this.chunks), headers['content-type']);
	}

	/** What came, if the response has not ended. */
	endedBy(reason: Reason): Received {
		const { head } = this;
		if (!head || isSuccess(head.status)) return { ...reason, head };
		const body = this.bodySoFar(head.headers);
		// Only JSON is known to be whole. Text can end in the middle of a secret, which no search would find.
		return { response: { ...head, body: typeof body === 'object' ? body : '' } };
	}

	/** Also what has not begun yet. */
	close(): void {
		this.isClosed = true;
		this.stream?.destroy();
	}
}

const isStream = (body: unknown): body is ByteStream =>
	typeof (body as Partial<ByteStream> | undefined)?.destroy === 'function';

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
