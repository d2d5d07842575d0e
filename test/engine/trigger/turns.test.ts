/** Two main processes take turns to poll, as n8n's scheduler lets them. Each keeps what it has compared. */
import { pseudoRandom } from '../../../sandbox/faults';
import { useQuickService } from '../../support/service';
import { forgetSharedLists, passTime } from '../../support/triggerProcess';

const service = useQuickService();

const alert = ['balanceLow', 'succeeds', 2] as const;
const lead = ['leadCreated', 'succeeds', 2] as const;
// As many as one process would try, and a few more.
const outage = ['leadCreated', 'fails', 20] as const;

test.each([
	['scheduler', ...alert],
	['scheduler', ...lead],
	['scheduler', ...outage],
	['durable', ...alert],
	['durable', ...lead],
	['durable', ...outage],
] as const)('%s: %s, the workflow %s: at most %d executions', async (mode, event, ending, most) => {
	const parameters = { event, minInterval: 0, threshold: 500, retryFailedExecutions: true };
	const host = service.host(parameters, mode);
	forgetSharedLists();
	const { sandbox } = service;
	sandbox.setBalance(9e6);
	await host.activate();
	if (ending === 'fails') host.outcome = () => 'error';
	if (event === 'leadCreated') sandbox.addLead();
	const before = host.executions.length;
	const random = pseudoRandom(5);
	for (let poll = 0; poll < 120; poll++) {
		passTime(60_000);
		if (random() < 0.5) host.takeTurns();
		// Reads of leads cost tokens, too.
		sandbox.setBalance(event === 'balanceLow' ? 490 : 9e6);
		await host.poll();
	}
	expect(host.executions.length - before).toBeGreaterThan(0);
	expect(host.executions.length - before).toBeLessThanOrEqual(most);
});
