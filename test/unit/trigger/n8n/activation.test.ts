import type { IPollFunctions } from 'n8n-workflow';

import { activationOf } from '../../../../nodes/AgentSuite/trigger/n8n/activation';

const contextOf = (mode: string) =>
	({ getActivationMode: () => mode }) as unknown as IPollFunctions;

test.each([
	['activate', 'publication'],
	['init', 'start'],
	['leadershipChange', 'start'],
	// A poll of n8n's scheduler, or a publication over a published version.
	['update', undefined],
])('%s: the first poll says %s, and no later one with its context', (mode, expected) => {
	const context = contextOf(mode);
	expect(activationOf(context)).toBe(expected);
	expect(activationOf(context)).toBeUndefined();
	expect(activationOf(contextOf(mode))).toBe(expected);
});
