import { durationInWords, timeOfDay } from '../../../nodes/AgentSuite/texts/times';

test.each([
	[0, '0 s'],
	[1, '1 s'],
	[120_000, '120 s'],
	[120_001, '3 min'],
	[7_200_000, '120 min'],
	[7_200_001, '3 h'],
])('%d ms are %s', (ms, words) => expect(durationInWords(ms)).toBe(words));

test('the time of day is rounded up, is that of the workflow, and has a date if it is far away', () => {
	const now = Date.UTC(2026, 10, 23, 19, 30, 30);
	expect(timeOfDay(1000, 'UTC', now)).toBe('19:31 UTC');
	expect(timeOfDay(30_000, 'Europe/Berlin', now)).toBe('20:31 CET');
	expect(timeOfDay(13 * 3_600_000, 'UTC', now)).toBe('24 Nov, 08:31 UTC');
	expect(timeOfDay(1000, 'DEFAULT', now)).toBe('19:31 UTC');
});
