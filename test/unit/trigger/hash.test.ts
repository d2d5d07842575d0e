import { Digest } from '../../../nodes/AgentSuite/trigger/hash';

const digest = new Digest();
function numberOf(text: string, bytes = 6): number {
	const target = Buffer.alloc(8);
	digest.start().add(text).write(target, 0, bytes);
	return target.readUIntBE(0, bytes);
}

/** Texts that differ as little as those of a service do. */
const families: Array<[string, (index: number) => string]> = [
	['running numbers', (index) => `conv_${index}`],
	['running numbers of one length', (index) => `conv_9${String(index).padStart(7, '0')}`],
	['hexadecimal ids', (index) => (index * 0x1001).toString(16).padStart(24, '6')],
	['numbers in the middle', (index) => `lead.${index}.name@example.com`],
	[
		'two letters at a time',
		(index) => String.fromCharCode(97 + (index % 26), 0x100 + (index >> 4)),
	],
];

test.each(families)('no two of 200,000 are the same: %s', (_name, text) => {
	const texts = new Set(Array.from({ length: 200_000 }, (_, index) => text(index)));
	const seen = new Set([...texts].map((entry) => numberOf(entry)));
	// By chance one pair in 14,000 tests.
	expect(seen.size).toBe(texts.size);
});

test.each(families)('every byte is used evenly: %s', (_name, text) => {
	const counts = Array.from({ length: 8 }, () => new Uint32Array(256));
	const target = Buffer.alloc(8);
	const many = 256 * 200;
	for (let index = 0; index < many; index++) {
		digest.start().add(text(index)).write(target, 0, 8);
		target.forEach((byte, place) => counts[place][byte]++);
	}
	for (const count of counts) {
		// 200 on average.
		expect(Math.max(...count)).toBeLessThan(_name.startsWith('two') ? 2000 : 290);
	}
});

test('where one text ends and the next begins matters', () => {
	const bytes = (...texts: string[]) => {
		const target = Buffer.alloc(8);
		digest.start();
		for (const text of texts) digest.add(text);
		digest.write(target, 0, 8);
		return target.toString('hex');
	};
	expect(new Set([bytes('ab', 'c'), bytes('a', 'bc'), bytes('abc'), bytes('abc', '')]).size).toBe(
		4,
	);
});
