import { cutAfterWord, inQuotes } from '../../../nodes/AgentSuite/texts/words';

test.each([
	['short', 5, 'short'],
	['How to descale a machine', 24, 'How to descale a machine'],
	['How to descale a machine', 23, 'How to descale a…'],
	['How to descale a machine', 16, 'How to descale…'],
	['AI ツールの使い方とその活用事例', 12, 'AI ツールの使い方と…'],
	[`A ${'b'.repeat(60)}`, 50, `A ${'b'.repeat(47)}…`],
	['A bcdefgh', 6, 'A bcd…'],
	['🙂🙂🙂', 4, '🙂…'],
])('%j in %j characters is %j', (text, length, cut) => {
	expect(cutAfterWord(text, length)).toBe(cut);
});

test('a value in a text that is cut says so', () => {
	const [whole, long] = [60, 61].map((length) => 'a'.repeat(length));
	expect(inQuotes(whole)).toBe(`"${whole}"`);
	expect(inQuotes(long)).toBe(`"${whole}…"`);
	expect(inQuotes('a "b"\n')).toBe(String.raw`"a \"b\"\n"`);
});
