import { inWords } from '../../../nodes/AgentSuite/transport/inWords';

test.each([
	[0, '0 s'],
	[1, '1 s'],
	[1000, '1 s'],
	[120_000, '120 s'],
	[120_001, '3 min'],
	[2_100_000, '35 min'],
	[7_200_000, '120 min'],
	[7_200_001, '3 h'],
	[39_600_000, '11 h'],
])('%d ms is %s', (ms, words) => {
	expect(inWords(ms)).toBe(words);
});
