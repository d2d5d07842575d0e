import { count, inChoice, sentence } from '../../../nodes/AgentSuite/texts/words';

test.each([
	['Done', 'Done.'],
	['Done!', 'Done!'],
	['Done?', 'Done?'],
	['Done…', 'Done…'],
	['Waiting... for you', 'Waiting... for you.'],
])('%s: as a sentence, %s', (text, expected) => {
	expect(sentence(text)).toBe(expected);
});

test('a number of things', () => {
	expect([0, 1, 2].map((many) => count(many, 'request'))).toEqual([
		'0 requests',
		'1 request',
		'2 requests',
	]);
});

test('of several things, one applies', () => {
	expect(inChoice([1, '5 tokens'])).toBe('1 or 5 tokens');
	expect(inChoice([1, 5, '10 tokens'])).toBe('1, 5, or 10 tokens');
});
