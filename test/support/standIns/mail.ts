import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';

interface Mail {
	from: string;
	to: string[];
	subject: string;
	text: string;
}

export interface MailServer {
	/** The data of n8n's SMTP credential. */
	credential: Record<string, unknown>;
	mails: Mail[];
	/** Refuses the next emails with 451: try again later. */
	refuse(times: number): void;
	stop(): Promise<void>;
}

const login = { user: 'n8n', password: 'password-of-this-test' };

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

/** A mail server on this machine (RFC 5321), without TLS, that keeps what it accepts. */
export async function startMailServer(): Promise<MailServer> {
	const mails: Mail[] = [];
	let refusals = 0;
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
				if (refusals-- > 0) {
					return callback(Object.assign(new Error('try again later'), { responseCode: 451 }));
				}
				mails.push(mailOf(message, from, to));
				return callback();
			});
		},
	});
	// Clients can disconnect at any time.
	server.on('error', () => undefined);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.server.address() as AddressInfo;
	return {
		credential: { ...login, host: '127.0.0.1', port, secure: false, disableStartTls: true },
		mails,
		refuse(times) {
			refusals = times;
		},
		stop: async () => await new Promise<void>((resolve) => server.close(resolve)),
	};
}
