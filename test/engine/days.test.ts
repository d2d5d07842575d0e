/** What depends on the day or on the time of day, at the moments at which it could go wrong. */
import { startSandbox } from '../../sandbox';
import { REMEMBERED_DAYS } from '../../nodes/AgentSuite/trigger/table/gone';
import { moments, passDate, setClock } from '../support/date';
import { hintsOf, useQuickService } from '../support/service';
import { passTime } from '../support/triggerProcess';

const service = useQuickService();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Time passes for the date, and for intervals and retries. */
function pass(ms: number): void {
	passDate(ms);
	passTime(ms);
}

describe.each(moments)('at %s', (moment) => {
	// Budgets last as long as the process, so each test has a service of its own.
	beforeEach(async () => {
		await service.sandbox.close();
		service.sandbox = await startSandbox({ limits: { minute: 0, hour: 0, day: 0 } });
		setClock(moment);
	});

	const budget = { credential: { tokensPerDay: 10 } };
	const read = async () => await service.run('lead.getAll', {}, budget);

	test('Daily Token Limit is used up, and full again after midnight UTC', async () => {
		expect((await read()).error).toBeUndefined();
		const used = hintsOf((await read()).task);
		expect(used).toEqual(["1 request, 5 tokens spent, 10 of 10 'Daily Token Limit' used"]);
		const refused = await read();
		expect(refused.error?.message).toContain("'Daily Token Limit' would be exceeded");
		const midnight = (Math.floor(Date.now() / DAY) + 1) * DAY;
		// The last second of the day is left for a slow machine.
		pass(midnight - Date.now() - 1_000);
		expect((await read()).error).toBeDefined();
		pass(1_000);
		expect((await read()).error).toBeUndefined();
		expect(service.spent).toBe(15);
	});

	test('a lead that leaves and comes back is remembered for as many days as promised', async () => {
		const host = service.host({ event: 'leadCreated' });
		await host.activate();
		const { id, lead } = service.sandbox.addLead();
		expect(await host.poll()).toHaveLength(1);
		service.sandbox.removeLead(id);
		expect(await host.poll()).toBeNull();
		pass((REMEMBERED_DAYS - 1) * DAY);
		const again = service.sandbox.addLead(lead);
		expect(await host.poll()).toBeNull();
		service.sandbox.removeLead(again.id);
		expect(await host.poll()).toBeNull();
		pass((REMEMBERED_DAYS + 1) * DAY);
		expect(await host.poll()).toBeNull();
		service.sandbox.addLead(lead);
		expect(await host.poll()).toHaveLength(1);
	});

	test('an outage is reported once a day, with the time of the last poll that succeeded', async () => {
		const host = service.host({ event: 'leadCreated' });
		await host.activate();
		service.sandbox.addFault({ kind: 'status', status: 500, times: Infinity });
		const failures: string[] = [];
		const poll = async () => {
			await host.poll().catch(({ message }: Error) => failures.push(message));
			pass(60 * MINUTE);
		};
		for (let hour = 0; hour < 30; hour++) await poll();
		const since = new Date(moment).toISOString().slice(0, 15);
		expect(failures).toHaveLength(2);
		for (const text of failures) expect(text).toContain(`no successful poll since ${since}`);
		service.sandbox.clearFaults();
		service.sandbox.addLead();
		expect(await host.poll()).toHaveLength(1);
	});

	test('a minimum interval is kept across the hour that is missing or repeated', async () => {
		const host = service.host({ event: 'leadCreated', minInterval: 60 });
		await host.activate();
		const reads = service.sandbox.requests.length;
		for (let quarter = 0; quarter < 8; quarter++) {
			pass(15 * MINUTE);
			await host.poll();
		}
		expect(service.sandbox.requests.length - reads).toBe(2);
	});
});
