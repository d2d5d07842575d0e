import { Warnings } from '../../../nodes/AgentSuite/action/warnings';

test('each text is shown once, and one about items says of how many', () => {
	const warnings = new Warnings();
	for (const text of ['skipped', 'skipped']) warnings.add(text);
	for (const text of ['none', 'none', 'other']) warnings.addOfItem(text);
	expect(warnings.ofRun()).toEqual(['skipped']);
	expect(warnings.inWords(2)).toEqual(['skipped', 'none', '1 of 2 items: other']);
	expect(warnings.inWords(9)).toEqual(['skipped', '2 of 9 items: none', '1 of 9 items: other']);
});

test('records that cannot be read are counted together', () => {
	const warnings = new Warnings();
	for (const skipped of [1, 1, 2]) warnings.skipped += skipped;
	expect(warnings.inWords(3)).toEqual(['Skipped 4 records that cannot be read']);
});

test('of many texts the first are shown, and how many are not', () => {
	const warnings = new Warnings();
	for (let item = 0; item < 1000; item++) warnings.addOfItem(`none ${item}`);
	warnings.addOfItem('none 0');
	const shown = warnings.inWords(1001);
	expect(shown).toHaveLength(6);
	expect(shown[0]).toBe('2 of 1001 items: none 0');
	expect(shown.at(-1)).toBe('Not shown: 995 more warnings');
});

test('a warning that is not shown counts once, and those of the run are shown in any case', () => {
	const warnings = new Warnings();
	for (const item of [0, 1, 2, 3, 4, 5, 5, 5]) warnings.addOfItem(`none ${item}`);
	expect(warnings.inWords(8).at(-1)).toBe('Not shown: 1 more warning');
	warnings.add('Turn off Retry On Fail');
	expect(warnings.inWords(8)).toHaveLength(6);
	expect(warnings.inWords(8)[0]).toBe('Turn off Retry On Fail');
});
