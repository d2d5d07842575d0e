import { foldPhone } from '../../../nodes/AgentSuite/resources/lead/foldPhone';

test.each([
	['+1 (555) 010-1', '15550101'],
	['001 555 0101', '15550101'],
	['00', '00'],
	['٠٠٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '966501234567'],
	['۰۹۱۲ ۳۴۵ ۶۷۸۹', '09123456789'],
	['०१२३४५६७८९', '0123456789'],
	['+１２３', '123'],
	['𝟎𝟗 𝟘𝟡 𝟶𝟿', '090909'],
	[15550101, '15550101'],
	['unknown', ''],
	[null, ''],
])('%j is compared as %j', (phone, folded) => {
	expect(foldPhone(phone)).toBe(folded);
});

test('every decimal digit of Unicode is its value', () => {
	const digits = Array.from({ length: 0x110000 }, (_none, code) => code)
		.filter((code) => code < 0xd800 || code > 0xdfff)
		.map((code) => String.fromCodePoint(code))
		.filter((character) => /\p{Nd}/u.test(character));
	const values = digits.map(foldPhone).join('');
	expect(values).toBe('0123456789'.repeat(digits.length / 10));
});
