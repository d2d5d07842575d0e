import type { IDataObject } from 'n8n-workflow';

import { useRawServer } from '../../support/attackServer';
import { expectNoSecrets } from '../../support/secrecy';
import { useQuickService, working } from '../../support/service';

// The token must never reach this server, which records every byte that it receives.
const evil = useRawServer();
// A service with a response that the test sets.
const raw = useRawServer();
const service = useQuickService();

/** Expects that the foreign server did not receive the token, in any encoding. */
function expectNothingLeaked(): void {
	for (const token of Object.values(service.sandbox.tokens)) {
		expect(evil.received).not.toContain(token);
		expect(evil.received).not.toContain(encodeURIComponent(token));
		expect(evil.received).not.toContain(Buffer.from(token).toString('base64').slice(0, 12));
	}
	expect(evil.received.toLowerCase()).not.toContain('authorization');
}

test('the foreign server would notice a token', async () => {
	evil.reset('HTTP/1.1 204 No Content\r\n\r\n');
	await service.run('lead.getAll', {}, { credential: { baseUrl: evil.url } });
	expect(evil.received).toContain(`Bearer ${service.sandbox.tokens.admin}`);
	expect(expectNothingLeaked).toThrow();
});

describe('a base URL that looks like another host', () => {
	const good = () => service.sandbox.url.replace('http://', '');
	const other = () => evil.url.replace('http://', '');

	test.each<[string, string]>([
		['a user and a password', 'http://user:pass@EVIL'],
		['an encoded @ in the user', 'http://GOOD%40x@EVIL'],
		['two @', 'http://GOOD@x@EVIL'],
		['a user before a path that hides it', 'http://GOOD@EVIL/GOOD'],
		['a backslash', 'http://GOOD\\@EVIL'],
		['two backslashes', 'http:\\\\GOOD\\\\EVIL'],
		['an encoded slash', 'http://GOOD%2f@EVIL'],
		['a fragment', 'http://GOOD#@EVIL'],
		['a query', 'http://GOOD?@EVIL'],
		['a line break', 'http://GOOD\n@EVIL'],
		['a tab', 'http://GOOD\t@EVIL'],
		['a NUL', 'http://GOOD\0@EVIL'],
		['no scheme', '//EVIL'],
		['javascript with a host', 'javascript://EVIL/%0aalert(1)'],
		['a file', 'file://EVIL/etc/passwd'],
		['ftp', 'ftp://EVIL'],
		['a scheme within', 'blob:http://EVIL'],
		['two schemes', 'http://http://EVIL'],
		['a path that is a host', 'http://GOOD//EVIL'],
		['a path that climbs', 'http://GOOD/../../EVIL'],
		['a port with a host behind it', 'http://GOOD:EVIL'],
		['a line break and a header', 'http://GOOD\r\nHost: EVIL'],
		['an encoded line break and a header', 'http://GOOD/%0d%0aX-Injected:%201'],
	])('%s: %j', async (_, pattern) => {
		evil.reset('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
		const baseUrl = pattern.replaceAll('GOOD', good()).replaceAll('EVIL', other());
		const result = await service.run('lead.getAll', {}, { credential: { baseUrl } });
		expectNothingLeaked();
		expect(evil.connections).toBe(0);
		expectNoSecrets(result, Object.values(service.sandbox.tokens));
		for (const { headers } of service.sandbox.requests) {
			// All requests go to the first host.
			expect(headers.host).toBe(good());
			expect(headers).not.toHaveProperty('x-injected');
		}
	});

	test('a host with look-alike letters is shown in its real form', async () => {
		const baseUrl = 'https://аpi.invalid';
		const { error } = await service.run('lead.getAll', {}, { credential: { baseUrl } });
		expect(error?.message).toContain('xn--');
		expect(error?.message).not.toContain('аpi.invalid');
	});
});

describe('a redirect is not followed', () => {
	const page = '<html><head><meta http-equiv="refresh" content="0;url=EVIL/x"></head></html>';
	const answers: Array<[string, string[], string]> = [
		...[300, 301, 302, 303, 305, 307, 308].flatMap((status): typeof answers => [
			[`${status} to another host`, [`HTTP/1.1 ${status} Moved`, 'Location: EVIL/x'], ''],
		]),
		['a relative one', ['HTTP/1.1 302 Found', 'Location: /agent/lead'], ''],
		['two addresses', ['HTTP/1.1 302 Found', 'Location: /x', 'Location: EVIL/'], ''],
		['a line break', ['HTTP/1.1 302 Found', 'Location: /x\r\n EVIL/folded', 'Set-Cookie: a=b'], ''],
		['a bare line break', ['HTTP/1.1 302 Found', 'Location: /x\nLocation: EVIL/'], ''],
		['a refresh header', ['HTTP/1.1 200 OK', 'Refresh: 0; url=EVIL/x'], '{}'],
		['another service', ['HTTP/1.1 200 OK', 'Alt-Svc: h2="EVILHOST"; ma=86400'], '{}'],
		['a page that refreshes', ['HTTP/1.1 200 OK', 'Content-Type: text/html'], page],
		['a demand to log in', ['HTTP/1.1 401 No', 'WWW-Authenticate: Basic realm="EVIL"'], ''],
		['another protocol', ['HTTP/1.1 101 Switching', 'Upgrade: websocket'], ''],
	];
	const fill = (text: string) =>
		text.replaceAll('EVILHOST', `127.0.0.1:${evil.port}`).replaceAll('EVIL', evil.url);
	const bytesOf = ([head, body]: [string[], string]) => {
		const lines = [...head, `Content-Length: ${fill(body).length}`, 'Connection: close'];
		return fill(`${lines.join('\r\n')}\r\n\r\n${body}`);
	};

	test.each(answers)('%s', async (_, head, body) => {
		evil.reset('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
		for (const id of ['lead.getAll', 'snippet.update', 'seoPlatform.create']) {
			raw.reset(bytesOf([head, body]));
			const parameters: IDataObject = { ...working[id], options: { timeout: 1, maxWait: 1 } };
			const result = await service.run(id, parameters, { credential: { baseUrl: raw.url } });
			expect(raw.received).toMatch(/^authorization: Bearer /im);
			expect(raw.received).not.toMatch(/ \/x /);
			expectNothingLeaked();
			expect(evil.connections).toBe(0);
			expectNoSecrets(result, Object.values(service.sandbox.tokens));
			expect(result.error?.name).toBe('NodeApiError');
		}
	});

	test('a poll does not follow it either', async () => {
		raw.reset(bytesOf([['HTTP/1.1 307 Moved', 'Location: EVIL/x'], '']));
		const host = service.host({ event: 'leadCreated' }, 'default', { baseUrl: raw.url });
		await expect(host.activate()).rejects.toThrow('redirects to');
		expect(raw.connections).toBe(1);
		expectNothingLeaked();
		expect(evil.connections).toBe(0);
	});
});
