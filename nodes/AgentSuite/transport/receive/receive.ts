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
	const connection = new AbortController();
	const ends = new Ends();
	const reading = new Reading((head) => {
		if (!isSuccess(head.status)) ends.add(AbortSignal.timeout(FAILURE_BODY_MS), 'timeout');
		onHead(head);
	});
	ends.add(AbortSignal.timeout(timeoutMs), 'timeout');
	// Another signal for each request, because Node.js warns of more than ten listeners of one.
	if (stop) ends.add(AbortSignal.any([stop]), 'canceled');
	// A helper without the signal leaves the response open, so this does not wait for it.
	const ended = ends.first.then((loss) => {
		reading.giveUp();
		connection.abort();
		return reading.endedBy({ loss });
	});
	try {
		return await Promise.race([reading.read(send(connection.signal)), ended]);
	} catch (error) {
		const loss = lossOf(error);
		return reading.endedBy(loss ? { loss } : { exception: error });
	} finally {
		ends.forget();
	}
}

/** What can end a request before its response: timeouts, and Stop. */
class Ends {
	private readonly listeners = new Map<AbortSignal, () => void>();
	private onFirst: (loss: LossName) => void = () => {};
	/** How the request is lost, once one of them fires. */
	readonly first = new Promise<LossName>((resolve) => (this.onFirst = resolve));

	/**
	 * By a listener of its own, because nothing else keeps the signal of a timeout in memory: `AbortSignal.any` does not, in Node.js 20.
	 */
	add(signal: AbortSignal, loss: LossName): void {
		const end = () => this.onFirst(loss);
		if (signal.aborted) end();
		else signal.addEventListener('abort', end);
		this.listeners.set(signal, end);
	}

	/** Otherwise, the signals keep the response in memory until they fire. */
	forget(): void {
		for (const [signal, end] of this.listeners) signal.removeEventListener('abort', end);
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
	private isGivenUp = false;

	constructor(private readonly onHead: (head: Head) => void) {}

	async read(sending: Promise<StreamedResponse>): Promise<Received> {
		const { statusCode: status, headers = {}, body } = await sending;
		this.stream = isStream(body) ? body : undefined;
		if (this.isGivenUp || !Number.isInteger(status)) {
			this.giveUp();
			return this.endedBy({ loss: 'unreadable' });
		}
		this.head = { status, headers };
		this.onHead(this.head);
		// n8n's evaluations replace responses by plain values.
		if (!this.stream) return { response: { status, headers, body } };
		const loss = await this.readChunks(this.stream);
		if (loss) return this.endedBy({ loss });
		return { response: { status, headers, body: this.bodySoFar(headers) } };
	}

	/** @returns why the rest is not read, if it is too much */
	private async readChunks(stream: ByteStream): Promise<LossName | undefined> {
		let bytes = 0;
		let beginnings = 0;
		// Leaving the loop early closes the connection.
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

	/** Closes the connection. */
	giveUp(): void {
		this.isGivenUp = true;
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
