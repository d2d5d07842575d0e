/** The ports of the playground, and whether they are free. */
const { createServer, connect } = require('node:net');
const { PlainError } = require('./shared');

/** The variable that changes a port, the port without it, and who uses it. */
const playgroundPorts = [
	['PLAYGROUND_PORT', 5678, "n8n's editor"],
	['PLAYGROUND_BROKER_PORT', 5679, "n8n's task broker"],
	['PLAYGROUND_SANDBOX_PORT', 8321, 'the sandbox'],
];

/** Whether something listens there. */
function answers(port, host) {
	return new Promise((resolve) => {
		const socket = connect({ port, host, timeout: 1_000 });
		const done = (result) => {
			socket.destroy();
			resolve(result);
		};
		socket.on('connect', () => done(true));
		socket.on('error', () => done(false));
		socket.on('timeout', () => done(false));
	});
}

function canListen(port) {
	return new Promise((resolve) => {
		const server = createServer();
		server.on('error', () => resolve(false));
		server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
	});
}

/** @throws PlainError for the first port in use. Each port is [number, its user, the variable that changes it]. */
async function requirePorts(ports) {
	for (const [port, what, variable] of ports) {
		if (!Number.isInteger(port) || port < 1 || port > 65_535) {
			throw new PlainError(`${variable} must be a port number between 1 and 65535.`);
		}
		const taken = (await answers(port, '127.0.0.1')) || !(await canListen(port));
		if (taken) {
			throw new PlainError(
				`Port ${port} for ${what} is in use. Stop the program that uses it, or choose another ` +
					`port: ${variable}=${port + (port > 60_000 ? -100 : 100)} npm start`,
			);
		}
	}
}

module.exports = { answers, playgroundPorts, requirePorts };
