import { noteTokens, TOKENS_NOTE } from '../../../nodes/AgentSuite/action/tokensNote';

test('a context without custom data, or that refuses it, is no reason to fail', () => {
	expect(() => noteTokens({}, 5)).not.toThrow();
	const refusing = {
		get customData(): never {
			throw new Error('not available in this context');
		},
	};
	expect(() => noteTokens(refusing, 5)).not.toThrow();
});

test('the name is one that n8n accepts', () => {
	expect(TOKENS_NOTE).toMatch(/^\w{1,50}$/);
});
