import { isSecret } from '../../../../nodes/AgentSuite/model/field';
import * as table from '../../../../nodes/AgentSuite/resources/operations';
import { shownBody, shownText } from '../../../../nodes/AgentSuite/transport/secrecy/shown';
import { requestOf } from '../../../support/requests';

const create = table.seoPlatformCreate;
const { sample } = create;

test('of a text with the token nothing is shown, and any other text is', () => {
	const shown = (text: string) => shownText(text, requestOf(table.leadGet));
	expect(shown('got agst_1234!')).toBe('The reason contains the access token, so it is not shown');
	expect(shown('got abcd EFGH 1234 ijkl')).toBe('got abcd EFGH 1234 ijkl');
});

test.each([
	'x ab+/=<&"\'cdefghij',
	'x ab%2B%2f%3D%3C%26%22%27cdefghij',
	'x ab&#43;&#x2F;&#x3d;&lt;&amp;&quot;&apos;cdefghij',
	'x ab+/=<&"\'cde… (cut)',
])('a text with a token that is encoded, escaped, or cut is not shown: %s', (text) => {
	const connection = { accessToken: 'ab+/=<&"\'cdefghij' };
	const shown = (said: string) => shownText(said, { operation: table.leadGet, connection });
	expect(shown(text)).toMatch(/so it is not shown$/);
	expect(shown('x ab+/=<&"\'cd')).toBe('x ab+/=<&"\'cd');
	expect(shown('100% of 5 &amp; 6 %zz')).toBe('100% of 5 &amp; 6 %zz');
});

test('without a token, a text is shown', () => {
	const sent = { operation: table.leadGet, connection: { accessToken: '' } };
	expect(shownText('Any text', sent)).toBe('Any text');
});

test('after a request with secrets, no text is shown', () => {
	for (const operation of Object.values(table)) {
		const shown = shownText('Any text', requestOf(operation));
		expect(shown).toBe(operation.fields.some(isSecret) ? '' : 'Any text');
	}
});

describe('the body of a success after a request with secrets', () => {
	test('has the documented fields, with values of their type', () => {
		expect(shownBody(sample, create)).toEqual(sample);
		const more = { message: 'Created with abcd EFGH', debug: { sent: 'abcd EFGH' } };
		expect(shownBody({ ...sample, ...more }, create)).toEqual(sample);
		const wrong = { id: ['abcd EFGH'], invalidConfig: 'abcd EFGH', name: { is: 'abcd EFGH' } };
		expect(shownBody({ ...wrong, type: 'wix' }, create)).toEqual({ type: 'wix' });
	});

	test('has no field that a prototype lends a name', () => {
		const body = JSON.parse('{"id":"p","__proto__":{"a":"abcd EFGH"},"constructor":{}}') as object;
		expect(Object.keys(shownBody(body, create) as object)).toEqual(['id']);
	});

	test('still says that it is none', () => {
		expect(shownBody({ success: false, reason: 'abcd EFGH' }, create)).toEqual({ success: false });
		expect(shownBody({ success: 'abcd EFGH' }, create)).toEqual({});
	});

	test.each(['text', undefined, null, ['list']])(
		'that is %j stays, because no message shows it',
		(body) => {
			expect(shownBody(body, create)).toEqual(body);
		},
	);
});

test('the body of any other success stays as it is', () => {
	const body = { ...table.leadGet.sample, note: 'new' };
	expect(shownBody(body, table.leadGet)).toBe(body);
});
