import { accountOf, storedByNext, storedByPoll, type History } from '../../kills/account';

const write = (key: string, execution: string, at: number) => ({
	...{ subject: '0', key, email: `${key}@example.com`, execution, at },
});
const execution = (id: string, status: string, createdAt: number, stoppedAt: number) => ({
	...{ id, status, createdAt, stoppedAt },
});
/** Record `a` is written at 10 s by execution 1, created at 9 s and ended at 11 s, and again at 60 s by execution 2. */
const history = (changes: Partial<History> = {}): History => ({
	created: new Map([['a', { at: 8_000, email: 'a@example.com' }]]),
	writes: [write('a', '1', 10_000), write('a', '2', 60_000)],
	executions: [execution('1', 'success', 9_000, 11_000), execution('2', 'success', 59_000, 61_000)],
	restarts: [],
	storedAt: storedByNext,
	...changes,
});

test('a record that never arrives is lost, and one with other data is wrong', () => {
	const created = new Map(['a', 'b'].map((key) => [key, { at: 8_000, email: 'a@example.com' }]));
	const writes = [write('a', '1', 10_000)];
	expect(accountOf(history({ created, writes }))).toMatchObject({
		...{ records: 2, lost: ['b'], wrong: [], repeated: [], seconds: [2] },
	});
	const [other] = history().writes;
	expect(accountOf(history({ writes: [{ ...other, email: '' }] })).wrong).toEqual(['a']);
});

test.each<[what: string, changes: Partial<History>, unexplained: number]>([
	['nothing has failed', {}, 1],
	['the execution failed', { executions: [execution('1', 'error', 9_000, 11_000)] }, 0],
	['n8n was killed before anything stored the success', { restarts: [30_000] }, 0],
	[
		'another execution stored the success, then n8n was killed',
		{
			restarts: [30_000],
			executions: [...history().executions, execution('3', 'success', 15_000, 16_000)],
		},
		1,
	],
	['n8n was killed before the execution', { restarts: [8_500] }, 1],
	['queue mode: n8n was killed before a worker started it', { restarts: [9_500] }, 0],
	[
		'durable cursors: killed before the next poll',
		{ restarts: [12_000], storedAt: storedByPoll([11_500, 15_000]) },
		0,
	],
	['durable cursors: killed later', { restarts: [30_000], storedAt: storedByPoll([15_000]) }, 1],
])('a record that is written again counts as repeated: %s', (_what, changes, unexplained) => {
	const account = accountOf(history(changes));
	expect(account.repeated).toEqual(['a']);
	expect(account.unexplained).toHaveLength(unexplained);
});
