import { RunUsage } from '../../../../nodes/AgentSuite/transport/run/runUsage';

test.each([
	['no', false],
	['perhaps', true],
	['yes', true],
] as const)('a charge of "%s" counts as one: %j', (charge, isCharged) => {
	const usage = new RunUsage();
	usage.charge(5, charge);
	expect(usage.isCharged).toBe(isCharged);
});
