/** The ports of the playground, and free ones for tests. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** The variable that changes a port, the port without it, and who uses it. */
const PORTS = [
	['PLAYGROUND_PORT', 5678, "n8n's editor"],
	['PLAYGROUND_BROKER_PORT', 5679, "n8n's task broker"],
	['PLAYGROUND_SANDBOX_PORT', 8321, 'the sandbox'],
] as const;

/** Free ports on loopback. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
	await Promise.all(servers.map((server) => once(server, 'listening')));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map((server) => once(server.close(), 'close')));
	return ports;
}

/** @throws if a program listens on the port */
async function requireFree(port: number, user: string, variable: string): Promise<void> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening').catch(() => {
		throw new Error(
			`Port ${port} for ${user} is in use. Stop the program that uses it, or choose another port: ` +
				`${variable}=${port + (port > 60_000 ? -100 : 100)} npm start`,
		);
	});
	await once(server.close(), 'close');
}

/**
 * The ports of editor, task broker, and sandbox: those that the environment names, else fixed ones.
 * @param single whether the playground ends by itself, so that any free port will do
 * @throws for a port in use, or a value that is no port
 */
export async function playgroundPorts(single: boolean): Promise<number[]> {
	const free = single ? await freePorts(PORTS.length) : [];
	const ports: number[] = [];
	for (const [index, [variable, fixed, user]] of PORTS.entries()) {
		const port = Number(process.env[variable] || (free[index] ?? fixed));
		if (!Number.isInteger(port) || port < 1 || port > 65_535) {
			throw new Error(`${variable} must be a port number between 1 and 65535.`);
		}
		await requireFree(port, user, variable);
		ports.push(port);
	}
	return ports;
}
