import fc from 'fast-check';

import type { Field } from '../../../nodes/AgentSuite/model/field';
import { AgentSuiteApi } from '../../../credentials/AgentSuiteApi.credentials';
import { Problem } from '../../../nodes/AgentSuite/model/problem';
import { leadGetAll } from '../../../nodes/AgentSuite/resources/operations';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import { connectionOf } from '../../../nodes/AgentSuite/transport/credential/connection';
import { pathSegment, plainRequest, prepare } from '../../../nodes/AgentSuite/transport/request';

const base = 'https://api.example.com/v1';
const idField = { name: 'id', displayName: 'ID' };

/** The segment that a server reads for a value, or "refused". */
function arrived(value: string): string {
	let segment: string;
	try {
		segment = pathSegment(idField, value);
	} catch (error) {
		expect(error).toBeInstanceOf(Problem);
		return 'refused';
	}
	const { pathname, search, hash, origin } = new URL(`${base}/agent/lead/${segment}`);
	expect({ origin, search, hash }).toEqual({ origin: new URL(base).origin, search: '', hash: '' });
	const segments = pathname.split('/');
	expect(segments.slice(0, -1)).toEqual(['', 'v1', 'agent', 'lead']);
	return decodeURIComponent(segments[4]);
}

describe('a value in a path', () => {
	test.each([
		'',
		'.',
		'..',
		'..;',
		'..;a',
		'.;',
		'.;a',
		'/',
		'a/b',
		'\\',
		'a\\b',
		'\n',
		'a\0',
		'\x7f',
		'\u0085',
		'\ud800',
		'a\udc00',
	])('%j is refused', (value) => {
		expect(arrived(value)).toBe('refused');
	});

	test.each([
		'lead_1',
		'...',
		'.a',
		' ',
		'a b',
		'%2e%2e',
		'%',
		'ä',
		'🙂',
		'?x=1',
		'#top',
		';a',
		'a;b',
		'.a;b',
		'...;a',
		':',
		'@',
	])('%j arrives as it is', (value) => {
		expect(arrived(value)).toBe(value);
	});

	const text = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({
			unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'F', '?', '#', ';', '\t', 'a'),
		}),
		fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
	);

	test('any text is refused or arrives as it is, in one segment', () => {
		fc.assert(
			fc.property(text, (value) => {
				expect(['refused', value]).toContain(arrived(value));
			}),
			{ numRuns: 2000 },
		);
	});

	test('what is not refused here is not refused by the credential, because n8n reports that as a lost connection', async () => {
		const api = new AgentSuiteApi();
		const credential = { baseUrl: base, accessToken: 'token' };
		await fc.assert(
			fc.asyncProperty(text, async (value) => {
				fc.pre(arrived(value) !== 'refused');
				const url = `${base}/agent/lead/${pathSegment(idField, value)}`;
				await expect(api.authenticate(credential, { url })).resolves.toMatchObject({ url });
			}),
			{ numRuns: 2000, examples: [['..;a']] },
		);
	});

	test('the error names the place, shows the value shortly, and keeps control characters out', () => {
		expect(() => pathSegment(idField, `\n${'x'.repeat(1000)}`)).toThrow(
			expect.objectContaining({
				message: "'ID' contains characters that are not allowed",
				detail: `"\\n${'x'.repeat(59)}…"`,
			}),
		);
	});
});

describe('a request', () => {
	test('has URL and body, and no key for what it does not have', () => {
		const body = { name: 'x' };
		const path = [{ name: 'id', value: 'a b', field: idField }];
		const request = () => ({ path, query: [], body });
		expect(prepare({ path: '/s/{id}', request }, base, {})).toStrictEqual({
			url: `${base}/s/a%20b`,
			body,
		});
		const plain = () => ({ path: [], query: [] });
		expect(prepare({ path: '/s', request: plain }, base, {})).toStrictEqual({ url: `${base}/s` });
	});

	test('has each value of its query, encoded', () => {
		const query = [
			{ name: 'name', value: 'a&b=c', field: idField },
			{ name: 'phone', value: '+1 #', field: idField },
		];
		const request = () => ({ path: [], query });
		expect(prepare({ path: '/s', request }, base, {}).url).toBe(
			`${base}/s?name=a%26b%3Dc&phone=%2B1%20%23`,
		);
	});

	test('that is refused names the field of the value', () => {
		const field = { name: 'seoJobId', displayName: 'SEO Job' };
		const query = [{ name: 'seo_job_id', value: 'a\ud83d', field }];
		const request = () => ({ path: [], query });
		expect(() => prepare({ path: '/s', request }, base, {})).toThrow(
			/^'SEO Job' contains characters/,
		);
	});

	test('a place without a value is refused', () => {
		const request = () => ({ path: [{ name: 'id', value: undefined, field: idField }], query: [] });
		expect(() => prepare({ path: '/{id}', request }, base, {})).toThrow(Problem);
	});
});

test('a list that is read for a trigger or a menu has the defaults of its fields, and no text and no option, which nobody has set', () => {
	const text = (name: string) =>
		({ name, displayName: name, type: 'string', default: '' }) as Field;
	const operation: Operation = {
		...leadGetAll,
		fields: [text('sort'), { ...text('all'), type: 'boolean', default: true }],
		options: [text('archived'), { ...text('deleted'), type: 'boolean', default: true }],
		request: (parameters) => ({
			path: [],
			query: [{ name: 'given', value: JSON.stringify(parameters), field: idField }],
		}),
	};
	const connection = connectionOf({ accessToken: 'agst_1', baseUrl: base });
	const bounds = { timeoutMs: 60_000, maxWaitMs: 0 };
	const { url } = plainRequest(operation, connection, bounds);
	expect(decodeURIComponent(url)).toBe(`${base}${leadGetAll.path}?given={"all":true,"options":{}}`);
});
