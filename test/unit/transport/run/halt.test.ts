import { Problem } from '../../../../nodes/AgentSuite/model/problem';
import { Halt } from '../../../../nodes/AgentSuite/transport/run/halt';

const MINUTE = 60_000;

test("n8n's Stop ends a wait", async () => {
	const stop = new AbortController();
	const waiting = new Halt(stop.signal).sleep(MINUTE, 'account');
	stop.abort();
	await expect(waiting).rejects.toMatchObject({
		kind: 'stopped',
		message: 'The execution was canceled',
	});
});

/** What a check of an account throws. */
function thrown(halt: Halt, account: string): unknown {
	try {
		halt.check(account);
	} catch (error) {
		return error;
	}
	return undefined;
}

const refusal = new Problem({
	kind: 'status',
	message: 'Token expired',
	description: 'Renew it.',
});

test('a refused account gets nothing more, and another one does', () => {
	const halt = new Halt();
	halt.endAccount('refused', refusal);
	expect(thrown(halt, 'refused')).toMatchObject({
		message: 'Request not sent, because an earlier one was rejected: Token expired',
		description: 'Renew it.',
	});
	expect(thrown(halt, 'other')).toBeUndefined();
});

test('after the end of the run, that is why nothing more is sent, also for a refused account', () => {
	const halt = new Halt();
	halt.endAccount('refused', refusal);
	const kinds = () =>
		['refused', 'other'].map((account) => (thrown(halt, account) as Problem | undefined)?.kind);
	expect(kinds()).toEqual(['status', undefined]);
	halt.endRun();
	halt.endRun();
	expect(kinds()).toEqual(['ended', 'ended']);
});

test('after the end, a wait does not begin', async () => {
	const halt = new Halt();
	halt.endRun();
	await expect(halt.sleep(0, 'account')).rejects.toMatchObject({ kind: 'ended' });
});

describe('a wait', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test('takes its time', async () => {
		const waiting = new Halt().sleep(700, 'account');
		await jest.advanceTimersByTimeAsync(700);
		await waiting;
	});
});
