import { isQuoted } from '../../../../nodes/AgentSuite/transport/secrecy/isQuoted';

test('of a token with other characters in it, a part of eight is enough, also if the rest is cut', () => {
	const token = 'Zk3~x.Qw/9LmPqR7';
	for (const text of [
		'Bearer Zk3~x.Qw',
		'zk3~x.qw',
		'%5A%6B%33%7E%78%2E%51%77',
		'Zk3~x Qw/9LmPqR7',
	])
		expect([text, isQuoted(token, text)]).toEqual([text, true]);
	for (const text of ['Zk3~x.Q', '…9LmPqR7', 'Bearer', ''])
		expect([text, isQuoted(token, text)]).toEqual([text, false]);
});

test('a token that looks like an escape itself is found where it is escaped, once or more', () => {
	const token = 'h-%37d60q=pz';
	let text = token;
	for (let escapes = 0; escapes <= 3; escapes++) {
		expect([text, isQuoted(token, `/x?t=${text}`)]).toEqual([text, true]);
		text = encodeURIComponent(text);
	}
	expect(isQuoted(token, '/x?t=h-7d60q=pz')).toBe(false);
});
