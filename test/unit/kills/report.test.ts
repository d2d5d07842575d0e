import { accountOf } from '../../kills/account';
import { rowsOf, type Counted } from '../../kills/report';

/** One record arrives `seconds` after its creation, and the other never. */
const counted = (mode: string, title: string, seconds: number): Counted => {
	const created = new Map(['a', 'b'].map((key) => [key, { at: 0, email: 'a@example.com' }]));
	const at = seconds * 1000;
	const executions = [{ id: '1', status: 'success', createdAt: 0, stoppedAt: 1 }];
	const writes = [{ subject: '0', key: 'a', email: 'a@example.com', execution: '1', at }];
	const storedAt = () => 0;
	const account = accountOf({ created, writes, executions, restarts: [], storedAt });
	return { ...account, mode, title, kills: 8, stops: 1 };
};

test('each workflow has a row for each mode, and one for all', () => {
	const rows = rowsOf([
		counted('default', 'ours', 1),
		counted('default', 'other', 2),
		counted('queue', 'ours', 9),
		counted('queue', 'other', 4),
	]);
	expect(rows.map(({ workflow, polling, kills }) => [workflow, polling, kills])).toEqual([
		['ours', 'default', 8],
		['ours', 'queue', 8],
		['ours', 'all', 16],
		['other', 'default', 8],
		['other', 'queue', 8],
		['other', 'all', 16],
	]);
	expect(rows[2]).toMatchObject({
		...{ records: 4, stops: 2, lost: 2, repeated: 0 },
		seconds: { median: 1, nineOfTen: 1, longest: 9 },
	});
});
