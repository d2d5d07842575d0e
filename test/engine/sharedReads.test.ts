import { fork } from 'node:child_process';
import { join } from 'node:path';

import { startSandbox } from '../../sandbox';
import { useService } from '../support/service';
import type { Figures } from '../support/sharedReads';
import { shortenBackoff } from '../support/windows';

/**
 * A generous limit of CPU time, ms, which also holds on a busy machine. A lookup of every item in every lead takes far
 * more. docs/maintainers/performance.md has the figures.
 */
const CPU_MS = 2_000;
/** Looks up items in a long list of leads. */
async function lookUp(items: number, leadCount: number): Promise<Figures> {
	const sandbox = await startSandbox({ leadCount, limits: { minute: 0, hour: 0, day: 0 } });
	try {
		const headers = { authorization: `Bearer ${sandbox.tokens.admin}` };
		const response = await fetch(`${sandbox.url}/agent/lead`, { headers });
		const { leads } = (await response.json()) as { leads: Array<{ email: string }> };
		const emails = leads.slice(-1000).map(({ email }) => email);
		const file = join(__dirname, '../support/sharedReads.ts');
		const args = [sandbox.url, sandbox.tokens.admin, String(items), JSON.stringify(emails)];
		const execArgv = ['--import', 'tsx', '--expose-gc', '--max-old-space-size=700'];
		const child = fork(file, args, { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
		return await new Promise((resolve, reject) => {
			child.once('message', (message) => resolve(message as Figures));
			child.once('exit', (code) => reject(new Error(`It ended with ${code}`)));
		});
	} finally {
		await sandbox.close();
	}
}

test('500 items look into 5,000 leads', async () => {
	const { found, cpuMs } = await lookUp(500, 5_000);
	expect(found).toBeGreaterThanOrEqual(500);
	expect(cpuMs).toBeLessThan(CPU_MS);
}, 60_000);

test('150 items search 100,000 leads: the list is in memory once, and not afterwards', async () => {
	const { found, grownMb, keptMb, cpuMs } = await lookUp(150, 100_000);
	expect(found).toBeGreaterThanOrEqual(150);
	expect(grownMb).toBeLessThan(60);
	expect(keptMb).toBeLessThan(20);
	expect(cpuMs).toBeLessThan(CPU_MS);
}, 120_000);

describe('items that share a read keep their own options', () => {
	const service = useService({ leadCount: 200_000 });
	beforeAll(() => shortenBackoff(1));
	const shared = async (options: object, items: object[]) =>
		await service.run(
			'lead.getAll',
			{ limit: 1, options },
			{ items: items as never, settings: { onError: 'continueRegularOutput' } },
		);

	test('Max Tokens refuses the item that sets it, and no other', async () => {
		const items = [{ most: 1 }, { most: 0 }, { most: 0 }];
		const { json } = await shared({ maxTokens: '={{ $json.most }}' }, items);
		expect(json.map(({ error }) => error)).toEqual([
			expect.stringContaining("'Max Tokens' would be exceeded"),
			undefined,
			undefined,
		]);
		expect(service.sandbox.requests).toHaveLength(1);
	});

	test('the longest Timeout applies', async () => {
		service.sandbox.addFault({ kind: 'slow', ms: 1500 });
		const { json } = await shared({ timeout: '={{ $json.s }}' }, [{ s: 1 }, { s: 60 }, { s: 1 }]);
		expect(json.filter(({ error }) => error)).toEqual([]);
		expect(service.sandbox.requests).toHaveLength(1);
	});

	test('the longest Max Wait applies', async () => {
		service.sandbox.addFault({ kind: 'rateLimit', retryAfter: 2 });
		const { json } = await shared({ maxWait: '={{ $json.s }}' }, [{ s: 0 }, { s: 60 }, { s: 0 }]);
		expect(json.filter(({ error }) => error)).toEqual([]);
		expect(service.sandbox.requests).toHaveLength(2);
	});

	test('all 200,000 records of a response are returned', async () => {
		const { error, outputs } = await service.run('lead.getAll', { returnAll: true });
		expect(error).toBeUndefined();
		expect(outputs[0].length).toBeGreaterThan(200_000);
		expect(outputs[0].at(-1)?.pairedItem).toEqual({ item: 0 });
	}, 60_000);
});

describe('each item gets its own copy', () => {
	const service = useService();

	test('so that a change of one does not reach another', async () => {
		// Hiding secrets would copy the platform.
		const options = { includeSecrets: true };
		const parameters = { limit: 1, simplify: false, options };
		const { json } = await service.run('article.getAll', parameters, { items: [{}, {}] });
		expect(json[0]).toEqual(json[1]);
		Object.assign(json[0].platform as object, { name: 'Changed' });
		expect((json[1].platform as { name: string }).name).not.toBe('Changed');
	});
});
