import { RetryQuota } from '../../../../nodes/AgentSuite/transport/account/retryQuota';

const takeAll = (quota: RetryQuota) => {
	let taken = 0;
	while (taken < 1000 && quota.take()) taken++;
	return taken;
};

test('there are 128 retries, and one more for each success after that', () => {
	const quota = new RetryQuota();
	expect(takeAll(quota)).toBe(128);
	for (let success = 0; success < 3; success++) quota.putBack();
	expect(takeAll(quota)).toBe(3);
});

test('a retry that was not sent is there again', () => {
	const quota = new RetryQuota();
	const ticket = quota.take();
	expect(takeAll(quota)).toBe(127);
	ticket?.giveBack();
	expect(takeAll(quota)).toBe(1);
});

test('successes do not fill it beyond that', () => {
	const quota = new RetryQuota();
	for (let success = 0; success < 3; success++) quota.putBack();
	expect(takeAll(quota)).toBe(128);
});
