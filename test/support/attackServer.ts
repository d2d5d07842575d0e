import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server of raw bytes on 127.0.0.1, which records every byte that it receives. */
export class RawServer {
	private readonly sockets = new Set<Socket>();
	private readonly server = createServer((socket) => this.serve(socket));
	received = '';
	connections = 0;
	/** Its response to each request, with headers. Empty: it never responds. */
	answer: string | Buffer = '';

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return this;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	reset(answer: string | Buffer = ''): void {
		this.received = '';
		this.connections = 0;
		this.answer = answer;
	}

	/** Responds with these bytes as the body of a success. */
	send(body: Buffer, headers: string[] = ['Content-Type: application/json']): void {
		const length = headers.some((header) => /^content-length/i.test(header))
			? []
			: [`Content-Length: ${body.length}`];
		const head = ['HTTP/1.1 200 OK', ...headers, ...length, 'Connection: close', '', ''];
		this.reset(Buffer.concat([Buffer.from(head.join('\r\n')), body]));
	}

	async stop(): Promise<void> {
		this.sockets.forEach((socket) => socket.destroy());
		await new Promise((resolve) => this.server.close(resolve));
	}

	private serve(socket: Socket): void {
		this.connections++;
		this.sockets.add(socket.on('error', () => undefined));
		socket.on('close', () => this.sockets.delete(socket));
		let asked = '';
		socket.on('data', (chunk) => {
			this.received += chunk.toString('latin1');
			asked += chunk.toString('latin1');
			if (this.answer.length === 0 || !asked.includes('\r\n\r\n')) return;
			socket.end(this.answer);
		});
	}
}

/** One for all tests of a file. */
export function useRawServer(): RawServer {
	const server = new RawServer();
	beforeAll(async () => void (await server.start()));
	beforeEach(() => server.reset());
	afterAll(async () => await server.stop());
	return server;
}
