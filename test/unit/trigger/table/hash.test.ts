import { hashOf, murmur } from '../../../../nodes/AgentSuite/records/hash';

test('the verification value that smhasher publishes', () => {
	const keys = Array.from({ length: 256 }, (_, length) =>
		String.fromCharCode(...Array.from({ length }, (_none, code) => code)),
	);
	const hashes = Uint32Array.from(keys, (key) => murmur(key, 256 - key.length));
	expect(murmur(Buffer.from(hashes.buffer).toString('latin1'))).toBe(0x5363bd98);
});

test('only an empty text has the hash 0', () => {
	const text = 'text 745345ê';
	expect([murmur(text), hashOf(text)]).toEqual([0, 1]);
	expect(hashOf('')).toBe(0);
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
	expect(pairs(texts.map((entry) => murmur(entry)))).toBeLessThan(9);
	expect(pairs(texts.map((entry) => `${murmur(entry)} ${murmur(entry, 1)}`))).toBe(0);
});
