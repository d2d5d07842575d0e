import { accountOf } from '../../kills/account';
import { rowsOf, type Counted } from '../../kills/report';
import { killsImage, killsPictures } from '../../../scripts/docs/killsPicture';

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

test('the picture has a bar per workflow, as long as its share of lost records, in two color schemes', () => {
	const rows = rowsOf([counted('queue', 'Agent Suite Trigger → HTTP Request', 1)]);
	const none = rows.map((row) => ({ ...row, workflow: 'Schedule Trigger → Split Out', lost: 0 }));
	const result = { command: '', machine: '', load: 1, rows: [...rows, ...none] };
	const pictures = killsPictures(result);
	expect(pictures.map(([path]) => path)).toEqual([
		'docs/pictures/kills-light.svg',
		'docs/pictures/kills-dark.svg',
	]);
	for (const [path, text] of pictures) {
		const widths = [...text.matchAll(/<rect [^>]*width="(\d+)"/g)].map(([, width]) =>
			Number(width),
		);
		// Behind each bar is the length of all records.
		expect(widths).toEqual([720, 360, 720, 0]);
		expect(text).toContain('>Agent Suite Trigger<');
		expect(killsImage(result)).toContain(path);
	}
	expect(killsImage(result)).toContain(
		'alt="Agent Suite Trigger: 1 of 2 lost, 0 repeated. Schedule Trigger: 0 of 2 lost, 0 repeated"',
	);
	expect(killsPictures({ ...result, rows: [] })).toEqual([]);
});
