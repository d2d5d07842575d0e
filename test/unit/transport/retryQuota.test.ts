import { RetryQuota } from '../../../nodes/AgentSuite/transport/retryQuota';

const takeAll = async (quota: RetryQuota) => {
	let taken = 0;
	for (; taken < 1000 && !quota.isEmpty; taken++) await quota.withOne(async () => {});
	return taken;
};

test('there are 128 retries, and one more for each success after that', async () => {
	const quota = new RetryQuota();
	expect(await takeAll(quota)).toBe(128);
	for (let success = 0; success < 3; success++) quota.putBack();
	expect(await takeAll(quota)).toBe(3);
});

test('successes do not fill it beyond that', async () => {
	const quota = new RetryQuota();
	for (let success = 0; success < 3; success++) quota.putBack();
	expect(await takeAll(quota)).toBe(128);
});
