import { murmur3 } from '../../../../nodes/AgentSuite/trigger/difference/encode';

test.each([
	['', 0, 0],
	['', 1, 0x514e28b7],
	['', 0xffffffff, 0x81f16f39],
	['a', 0x9747b28c, 0x7fa09ea6],
	['aa', 0x9747b28c, 0x5d211726],
	['aaa', 0x9747b28c, 0x283e0130],
	['aaaa', 0x9747b28c, 0x5a97808a],
	['abc', 0, 0xb3dd93fa],
	['abc', 0x9747b28c, 0xc84a62dd],
	['test', 0, 0xba6bd213],
	['Hello, world!', 0, 0xc0363e43],
	['Hello, world!', 0x9747b28c, 0x24884cba],
	['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd],
	['ππππππππ', 0x9747b28c, 0xd58063c1],
])('the published value of %j with seed %i', (text, seed, expected) => {
	expect(murmur3(text, seed)).toBe(expected);
});

/** Texts with small differences, like those of a service. */
const families: Array<[string, (index: number) => string]> = [
	['running numbers', (index) => `conv_${index}`],
	['running numbers of one length', (index) => `conv_9${String(index).padStart(7, '0')}`],
	['hexadecimal ids', (index) => (index * 0x1001).toString(16).padStart(24, '6')],
	['numbers in the middle', (index) => `lead.${index}.name@example.com`],
	['phone numbers', (index) => `+1 202 ${String(index).padStart(7, '0')}`],
	[
		'two letters at a time',
		(index) => String.fromCharCode(97 + (index % 26), 0x100 + ((index / 26) | 0)),
	],
];

test.each(families)('collisions are no more than chance: %s', (_name, text) => {
	const many = 100_000;
	const texts = [...new Set(Array.from({ length: many }, (_, index) => text(index)))];
	const pairs = (hashes: unknown[]) => texts.length - new Set(hashes).size;
	// 1.2 on average.
	expect(pairs(texts.map((entry) => murmur3(entry)))).toBeLessThan(9);
	expect(pairs(texts.map((entry) => `${murmur3(entry)} ${murmur3(entry, 1)}`))).toBe(0);
});
