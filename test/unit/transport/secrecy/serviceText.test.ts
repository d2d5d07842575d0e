import fc from 'fast-check';

import * as table from '../../../../nodes/AgentSuite/resources/operations';
import { serviceText } from '../../../../nodes/AgentSuite/transport/secrecy/shown';
import { requestOf } from '../../../support/requests';

const said = (body: unknown, operation = table.leadGet) => serviceText(body, requestOf(operation));

test.each<[unknown, string]>([
	[undefined, ''],
	[null, ''],
	['', ''],
	[0, ''],
	[{}, ''],
	[[], ''],
	['No.', 'No.'],
	['  No.\n\tReally.  ', 'No. Really.'],
	['<html><head><title>Bad\ngateway</title>', 'Bad gateway'],
	['<p>No.</p>', ''],
	['<?xml version="1.0"?><e/>', ''],
	[{ message: 'No.', error: 'Bad Request' }, 'No.'],
	[{ message: '', error: 'Bad Request' }, 'Bad Request'],
	[{ message: ['A.', '', null, 'B.'] }, 'A.; B.'],
	[{ error: { message: 'No.' } }, 'No.'],
	[{ errors: { name: ['is short', 'is odd'] } }, 'name: is short; is odd'],
	[{ errors: { name: { message: 'is short', kind: 'minlength' } } }, 'name: is short'],
	[{ message: 'Wrong', errors: { phone: ['is required'] } }, 'Wrong (phone: is required)'],
	[{ error: { message: 'Wrong', errors: [{ msg: 'x', path: 'a' }] } }, 'Wrong (msg: x; path: a)'],
	[{ message: 'Wrong', errors: ['Wrong'] }, 'Wrong'],
	[{ message: 'Wrong', errors: [] }, 'Wrong'],
	[{ msg: 'bad phone' }, 'bad phone'],
	[{ message: 'Wrong', msg: 'bad phone' }, 'Wrong'],
	[{ detail: [{ loc: ['body'], msg: 'x' }] }, 'loc: body; msg: x'],
	[{ apiKey: 'not said' }, ''],
	[[{ platform: { id: 1, config: { applicationPassword: 'not said' } } }], ''],
	[{ message: { apiKey: 'not said' }, title: 'No.' }, 'No.'],
	[[{ msg: 'bad phone' }], 'bad phone'],
	[{ error: { phone: 'is required' } }, 'phone: is required'],
	['Wait\u0000 \u001b[31mred', 'Wait [31mred'],
	// A right-to-left override, and a zero-width space.
	['Paid \u202e001 to \u200bAda', 'Paid 001 to Ada'],
	['\u200b'.repeat(400) + 'Paid', 'Paid'],
	['half \ud83d of one', 'half of one'],
])('%j says %j', (body, text) => {
	expect(said(body)).toBe(text);
});

const WITHHELD = 'The reason contains the access token, so it is not shown';

test('a text with the token is not shown at all, wherever it would be cut', () => {
	expect(said('token agst_1234 is wrong')).toBe(WITHHELD);
	expect(said({ message: 'No.', errors: { phone: 'not agst_1234' } })).toBe(WITHHELD);
	for (const before of [285, 291, 295, 299])
		expect(said(`  ${'-'.repeat(before)}agst_1234`)).toBe(WITHHELD);
	// As a host in a URL, for example.
	expect(said('https://AGST_1234.example.com')).toBe(WITHHELD);
	for (const term of ['Bearer token required', 'agst_123']) expect(said(term)).toBe(term);
});

test('a text is only searched for the token as far as it is shown', () => {
	expect(said(`${'-'.repeat(310)}agst_1234`)).toBe(`${'-'.repeat(300)}…`);
});

test('after a request with secrets, no text is shown', () => {
	expect(said('The domain is unknown', table.seoPlatformCreate)).toBe('');
});

test('long texts and deep bodies are cut', () => {
	expect(said('x'.repeat(10_000))).toBe(`${'x'.repeat(300)}…`);
	expect(said('x'.repeat(300))).toBe('x'.repeat(300));
	const fifty = Array.from({ length: 50 }, () => 'x');
	expect(said(fifty)).toBe('x; x; x; x; x');
	const both = said({ message: 'm'.repeat(200), errors: { e: 'e'.repeat(200) } });
	expect(both).toBe(`${'m'.repeat(200)} (e: ${'e'.repeat(95)}…`);
	expect(said({ errors: { ...fifty } })).toBe('0: x; 1: x; 2: x; 3: x; 4: x');
	let deep: unknown = 'bottom';
	for (let level = 0; level < 10_000; level++) deep = { message: deep };
	expect(said(deep)).toBe('');
});

test('any body leads to one short line, and never throws', () => {
	fc.assert(
		fc.property(fc.oneof(fc.jsonValue(), fc.anything(), fc.string()), (body) => {
			const text = said(body);
			expect(text.length).toBeLessThanOrEqual(301);
			expect(text).not.toMatch(/[\n\r\0]/);
		}),
	);
});
