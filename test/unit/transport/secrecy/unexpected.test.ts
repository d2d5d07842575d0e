import * as table from '../../../../nodes/AgentSuite/resources/operations';
import { asProblem } from '../../../../nodes/AgentSuite/transport/secrecy/unexpected';
import { requestOf } from '../../../support/requests';

const unknown = 'The node stopped for an unknown reason';
const said = (error: unknown, operation = table.leadGet) =>
	asProblem(error, requestOf(operation)).line;

test.each<[unknown, string]>([
	[new TypeError('Broken'), 'TypeError: Broken'],
	[Object.assign(new Error('Broken'), { code: 'EODD' }), 'Error EODD: Broken'],
	[new Error('Wrapped', { cause: new RangeError('Inside') }), 'RangeError: Inside'],
	[{ message: 'Broken' }, 'Broken'],
	[{ name: 'with spaces', message: 'Broken' }, 'Broken'],
	['a text', 'a text'],
	[undefined, 'undefined'],
	[null, 'null'],
	[
		new Error('Broken with agst_1234'),
		'Error: The reason contains the access token, so it is not shown',
	],
])('an exception that nobody foresaw, %p, says %j', (error, says) => {
	expect(said(error)).toBe(`${unknown}: ${says}`);
});

test('that of a request with secrets only says what kind it is', () => {
	expect(said(new TypeError('got abcd'), table.seoPlatformCreate)).toBe(`${unknown}: TypeError`);
	expect(said('got abcd', table.seoPlatformCreate)).toBe(unknown);
	expect(said(new TypeError('got abcd'), table.billingGetTokenBalance)).toBe(
		`${unknown}: TypeError`,
	);
});

test('a ring of causes ends', () => {
	const ring = new Error('Broken');
	ring.cause = ring;
	expect(said(ring)).toBe(`${unknown}: Error: Broken`);
});

test('an error that cannot be read is told too, without its text', () => {
	const odd = Object.defineProperty({}, 'message', {
		get() {
			throw odd;
		},
	});
	expect(said(odd)).toBe('The node stopped for an unknown reason');
});
