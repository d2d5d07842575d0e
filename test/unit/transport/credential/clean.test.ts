import fc from 'fast-check';

import { Problem } from '../../../../nodes/AgentSuite/model/problem';
import { cleanToken } from '../../../../nodes/AgentSuite/transport/credential/clean';

describe('the token', () => {
	test.each([
		['abc', 'abc'],
		['  abc\r\n', 'abc'],
		['Bearer abc', 'abc'],
		['bearer\tabc ', 'abc'],
		['BEARER   abc', 'abc'],
		['bearerabc', 'bearerabc'],
		['"abc"', 'abc'],
		[" 'Bearer abc' \n", 'abc'],
		['Bearer “abc”', 'abc'],
		['`abc`', 'abc'],
		['„abc“', 'abc'],
		['a.b-c_d~e+f/g=', 'a.b-c_d~e+f/g='],
	])('%j is %j', (raw, token) => {
		expect(cleanToken(raw)).toBe(token);
	});

	test.each(['', ' ', 'Bearer', 'Bearer ', '""', '"Bearer "', undefined, null])(
		'%j is none',
		(raw) => {
			expect(() => cleanToken(raw)).toThrow('no access token');
		},
	);

	test.each(['a b', 'a\nb', 'a\0b', 'ä', 'a"b c', 'Bearer Bearer abc', 'a\u200bb', 'a\x7f'])(
		'%j is refused, and not shown',
		(raw) => {
			expect(() => cleanToken(raw)).toThrow('characters that are not allowed');
		},
	);

	test('any pasted value is valid in a header, or refused without being shown', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', minLength: 8 }), (raw) => {
				try {
					expect(cleanToken(raw)).toMatch(/^[!-~]+$/);
				} catch (error) {
					expect(error).toBeInstanceOf(Problem);
					const { message, description } = error as Problem;
					expect(message + description).not.toContain(raw);
				}
			}),
		);
	});
});
