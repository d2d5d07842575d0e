import { cutAfterWord } from '../../../nodes/AgentSuite/texts/words';

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
