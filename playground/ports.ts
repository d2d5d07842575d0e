/** The ports of the playground, and free ones for tests. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The variable that changes a port, the port without it, and who uses it. */
const PORTS = [
	['PLAYGROUND_PORT', 5678, "n8n's editor"],
	['PLAYGROUND_BROKER_PORT', 5679, "n8n's task broker"],
	['PLAYGROUND_SANDBOX_PORT', 8321, 'the sandbox'],
] as const;

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, '127.0.0.1');
	const listens = await once(server, 'listening').then(
		() => true,
		() => false,
	);
	if (listens) await once(server.close(), 'close');
	return listens;
}

/**
 * Free ports on loopback. They are below those that the system gives to connections, because n8n listens only seconds later: until
 * then, a connection could take one.
 */
export async function freePorts(count: number): Promise<number[]> {
	const ports = new Set<number>();
	while (ports.size < count) {
		const port = randomInt(15_000, 30_000);
		if (await isFree(port)) ports.add(port);
	}
	return [...ports];
}

/** @throws if a program listens on the port */
async function requireFree(port: number, user: string, variable: string): Promise<void> {
	if (await isFree(port)) return;
	throw new Error(
		`Port ${port} for ${user} is in use. Stop the program that uses it, or choose another port: ` +
			`${variable}=${port + (port > 60_000 ? -100 : 100)} npm start`,
	);
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
