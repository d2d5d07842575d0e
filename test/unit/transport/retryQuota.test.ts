import { retryQuota } from '../../../nodes/AgentSuite/transport/retryQuota';

/** How many retries an account has left. It uses them up. */
function left(account: string): number {
	let count = 0;
	while (retryQuota.take(account)) count++;
	return count;
}

test('an account has as many retries as reads in flight, and its own', () => {
	expect(left('one')).toBe(128);
	expect(retryQuota.take('one')).toBe(false);
	expect(left('other')).toBe(128);
});

test('each success puts one back, up to all of them', () => {
	left('emptied');
	for (let success = 0; success < 3; success++) retryQuota.putBack('emptied');
	expect(left('emptied')).toBe(3);
	for (let success = 0; success < 500; success++) retryQuota.putBack('emptied');
	expect(left('emptied')).toBe(128);
});
