import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';

import { SMTPServer } from 'smtp-server';

/** An accepted email. */
export interface Mail {
	from: string;
	to: string[];
	subject: string;
	text: string;
}

/** A fault for the next emails: a refusal, or no reply. */
export interface MailFault {
	/** The reply code and text: 4xx is "later", 5xx "never". */
	refuse?: { code: number; text: string };
	/** Which emails. Default: all. */
	match?: (mail: Mail) => boolean;
	/** Number of emails, from the next one on. Default: all until `heal`. */
	times?: number;
	/** Never replies to an email. */
	hang?: boolean;
}

export interface MailServer {
	/** The data of n8n's SMTP credential. */
	credential: Record<string, unknown>;
	/** The accepted emails, oldest first. */
	mails: Mail[];
	/** Number of emails, accepted or not. */
	readonly offered: number;
	fail(fault: MailFault): void;
	/** Removes all faults. */
	heal(): void;
	/** Stops listening until `up`. */
	down(): Promise<void>;
	up(): Promise<void>;
	stop(): Promise<void>;
}

const login = { user: 'n8n', password: 'password-of-this-test' };

async function textOf(stream: Readable): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

/** Decodes quoted-printable text. */
function quotedPrintable(text: string): string {
	const bytes = text
		.replace(/=\r\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Decodes the encoded words of a header (RFC 2047). */
function headerText(value: string): string {
	return value
		.replace(/\r\n\s+/g, ' ')
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
			kind.toLowerCase() === 'b'
				? Buffer.from(text, 'base64').toString('utf8')
				: quotedPrintable(text.replaceAll('_', ' ')),
		);
}

function mailOf(message: string, from: string, to: string[]): Mail {
	const end = message.indexOf('\r\n\r\n');
	const head = message.slice(0, end);
	const header = (name: string) =>
		new RegExp(`^${name}: ([^]*?)(?=\\r\\n\\S|$(?![^]))`, 'im').exec(head)?.[1] ?? '';
	const body = message.slice(end + 4);
	const encoding = header('Content-Transfer-Encoding').toLowerCase();
	const text =
		encoding === 'base64'
			? Buffer.from(body, 'base64').toString('utf8')
			: encoding === 'quoted-printable'
				? quotedPrintable(body)
				: body;
	const subject = headerText(header('Subject'));
	return { from, to, subject, text: text.replaceAll('\r\n', '\n').trimEnd() };
}

/** A mail server on this machine (RFC 5321), without TLS, that keeps what it accepts and fails when told to. */
export async function startMailServer(): Promise<MailServer> {
	const mails: Mail[] = [];
	let faults: MailFault[] = [];
	let offered = 0;
	const faultFor = (mail: Mail) => {
		const fault = faults.find(({ match = () => true }) => match(mail));
		if (fault?.times !== undefined && --fault.times === 0) {
			faults = faults.filter((entry) => entry !== fault);
		}
		return fault;
	};
	const open = async (port: number) => {
		const server = new SMTPServer({
			hideSTARTTLS: true,
			allowInsecureAuth: true,
			disableReverseLookup: true,
			logger: false,
			onAuth({ username, password }, _session, callback) {
				if (username === login.user && password === login.password) {
					callback(null, { user: username });
				} else callback(new Error('Invalid username or password'));
			},
			onData(stream, { envelope }, callback) {
				const from = envelope.mailFrom ? envelope.mailFrom.address : '';
				const to = envelope.rcptTo.map(({ address }) => address);
				void textOf(stream).then((message) => {
					const mail = mailOf(message, from, to);
					offered++;
					const fault = faultFor(mail);
					if (fault?.hang) return;
					if (fault?.refuse) {
						const { code, text } = fault.refuse;
						callback(Object.assign(new Error(text), { responseCode: code }));
						return;
					}
					mails.push(mail);
					callback();
				});
			},
		});
		// Clients can disconnect at any time.
		server.on('error', () => undefined);
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
		return server;
	};
	let server: SMTPServer | undefined = await open(0);
	const { port } = server.server.address() as AddressInfo;
	const close = async () => {
		const open = server;
		server = undefined;
		if (open === undefined) return;
		await new Promise<void>((resolve) => open.close(resolve));
	};
	return {
		credential: {
			...login,
			host: '127.0.0.1',
			port,
			secure: false,
			disableStartTls: true,
		},
		mails,
		get offered() {
			return offered;
		},
		fail(fault) {
			faults.push({ ...fault });
		},
		heal() {
			faults = [];
		},
		down: close,
		async up() {
			server ??= await open(port);
		},
		stop: close,
	};
}
