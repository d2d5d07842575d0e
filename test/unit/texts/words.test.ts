import { count, sentence } from '../../../nodes/AgentSuite/texts/words';

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
