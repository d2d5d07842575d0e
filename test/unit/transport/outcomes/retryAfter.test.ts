import fc from 'fast-check';

import { parseRetryAfter } from '../../../../nodes/AgentSuite/transport/outcomes/retryAfter';

const NOW = Date.parse('1994-11-06T08:49:00Z');
const HOUR = 3_600_000;

describe('parseRetryAfter', () => {
	it.each([
		['37', 37_000],
		[' 1.5 ', 1500],
		['0', 0],
		['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
		['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
		['Sun, 06 Nov 1994 08:48:00 GMT', 0],
		['86400', 24 * HOUR],
		['172800', 24 * HOUR],
		['1700000000000', 24 * HOUR],
		['Fri, 31 Dec 9999 23:59:59 GMT', 24 * HOUR],
	])('%j is %d ms', (header, wait) => expect(parseRetryAfter(header, NOW)).toBe(wait));

	it.each([
		undefined,
		null,
		'',
		'soon',
		'-5',
		'1e3',
		'5 minutes',
		// Not GMT, and not allowed.
		'Sun Nov  6 08:49:37 1994',
		'Infinity',
		NaN,
		{},
		[],
		true,
		'Sun, 99 Foo 1994 08:49:37 GMT',
	])('%j is none', (header) => expect(parseRetryAfter(header, NOW)).toBeUndefined());

	it('never throws, and is within 0 and a day', () => {
		fc.assert(
			fc.property(fc.anything(), (header) => {
				const wait = parseRetryAfter(header, NOW);
				expect(wait === undefined || (wait >= 0 && wait <= 24 * HOUR)).toBe(true);
			}),
		);
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 80_000 }), (seconds) => {
				const date = new Date(NOW + seconds * 1000).toUTCString();
				expect(parseRetryAfter(date, NOW)).toBe(seconds * 1000);
				expect(parseRetryAfter(String(seconds), NOW)).toBe(seconds * 1000);
			}),
		);
	});
});
