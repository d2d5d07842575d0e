import type { IPollFunctions } from 'n8n-workflow';

import { takeActivation } from '../../../../nodes/AgentSuite/trigger/n8n/activation';

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
	expect(takeActivation(context)).toBe(expected);
	expect(takeActivation(context)).toBeUndefined();
	expect(takeActivation(contextOf(mode))).toBe(expected);
});
