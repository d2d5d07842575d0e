import { isStream, readBody, type ByteStream } from './body';
import { decode } from './decode';
import { lossOf, type LossName } from './loss';

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
	| { loss: LossName; head?: Head }
	/** Nobody foresaw it. */
	| { exception: unknown; head?: Head };

/** Why there is no whole response. */
type Reason = Exclude<Received, { response: HttpResponse }>;

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
	end.comesWith(AbortSignal.timeout(timeoutMs), 'timeout');
	// Another signal for each request, because Node.js warns of more than ten listeners of one.
	if (stop) end.comesWith(AbortSignal.any([stop]), 'canceled');
	const connection = new AbortController();
	const incoming: Incoming = { chunks: [] };
	const begin = (head: Head) => {
		if (!isSuccess(head.status)) end.comesWith(AbortSignal.timeout(FAILURE_BODY_MS), 'timeout');
		onHead(head);
	};
	// Only the end is waited for, because a helper without the signal leaves the response open.
	void read(send, connection.signal, incoming, begin).then(
		(ended) => end.come(ended),
		(error) => end.come(reasonOf(error)),
	);
	const how = await end.first;
	if ('response' in how) return how;
	// Before the abort, which the HTTP client would report to an open stream, to which nobody might listen.
	incoming.stream?.destroy();
	connection.abort();
	return receivedSoFar(incoming, how);
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

/** The end of a request: whatever comes first, of its response, a timeout, and Stop. What comes later changes nothing. */
class End {
	private readonly listeners = new Map<AbortSignal, () => void>();
	/** As each promise, it settles once. */
	private settle: (how: Received) => void = () => {};
	readonly first = new Promise<Received>((resolve) => (this.settle = resolve));

	come(how: Received): void {
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

/** What has come of a response so far. */
interface Incoming {
	/** Undefined until it begins. */
	head?: Head;
	stream?: ByteStream;
	/** Of its body. */
	chunks: Buffer[];
}

async function read(
	send: Send,
	connection: AbortSignal,
	incoming: Incoming,
	onHead: (head: Head) => void,
): Promise<Received> {
	const { statusCode: status, headers: given, body } = await send(connection);
	// Without a date of the service, it is that of arrival (RFC 9110, 6.6.1).
	const headers = { date: new Date().toUTCString(), ...given };
	incoming.stream = isStream(body) ? body : undefined;
	// It has begun too late.
	if (connection.aborted) incoming.stream?.destroy();
	if (connection.aborted || !Number.isInteger(status)) return { loss: 'unreadable' };
	incoming.head = { status, headers };
	onHead(incoming.head);
	// n8n's evaluations replace responses by plain values.
	if (!incoming.stream) return { response: { status, headers, body } };
	const loss = await readBody(incoming.stream, incoming.chunks);
	return loss ? { loss } : { response: { status, headers, body: decoded(incoming) } };
}

const decoded = ({ head, chunks }: Incoming): unknown =>
	decode(Buffer.concat(chunks), head?.headers['content-type']);

/** What came of a response that has not ended. */
function receivedSoFar(incoming: Incoming, reason: Reason): Received {
	const { head } = incoming;
	if (!head || isSuccess(head.status)) return { ...reason, head };
	const body = decoded(incoming);
	// Only JSON is known to be whole. Text can end in the middle of a secret, which no search would find.
	return { response: { ...head, body: typeof body === 'object' ? body : '' } };
}
