import { pseudoRandom } from '../../sandbox/faults';
import { useService } from '../support/service';
import { Host, passTime, pollingModes } from '../support/triggerHost';

const service = useService();

const MINUTES_A_DAY = 24 * 60;
/** Polls of n8n's scheduler are up to this much early or late, ms. */
const JITTER = 3000;

describe.each(pollingModes)('polling mode %s', (mode) => {
	test.each([
		['leadCreatedOrUpdated', 480],
		['balanceLow', 96],
	])('%s: the first day with the defaults costs at most %i tokens', async (event, most) => {
		const { sandbox } = service;
		sandbox.setBalance(10_000);
		const random = pseudoRandom(5);
		// n8n fills in the defaults of the node, also the minimum interval. Its own schedule is every minute.
		const parameters = { event, minInterval: undefined, retryFailedExecutions: true };
		const host = new Host(service.loader, { parameters, mode, credential: service.credential() });
		// Executions that fail are retried, without more reads.
		host.outcome = () => (random() < 0.3 ? 'error' : 'success');
		await host.activate();
		let late = 0;
		for (let minute = 1; minute < MINUTES_A_DAY; minute++) {
			const jitter = (random() * 2 - 1) * JITTER;
			passTime(60_000 + jitter - late);
			late = jitter;
			if (random() < 0.05) sandbox.addLead();
			await host.poll();
		}
		const spent = 10_000 - sandbox.balance().totalTokenCount;
		expect(spent).toBeLessThanOrEqual(most);
		// Polls that come a few seconds early are not skipped for a minute.
		expect(spent).toBeGreaterThanOrEqual(most * 0.98);
	});
});
