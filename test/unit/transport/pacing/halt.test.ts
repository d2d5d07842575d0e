import { Problem } from '../../../../nodes/AgentSuite/model/problem';
import { Halt } from '../../../../nodes/AgentSuite/transport/pacing/halt';

const MINUTE = 60_000;
const never = new Promise<void>(() => undefined);

test.each<[string, (halt: Halt) => Promise<void>]>([
	['a wait for a time', async (halt) => await halt.sleep(MINUTE, 'account')],
	[
		'a wait for other requests',
		async (halt) => {
			for (;;) await halt.wait(never, 'account');
		},
	],
])("n8n's Stop ends %s", async (_what, wait) => {
	const stop = new AbortController();
	const waiting = wait(new Halt(stop.signal));
	stop.abort();
	await expect(waiting).rejects.toMatchObject({ message: 'The execution was canceled' });
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

const refusal = new Problem({ kind: 'status', message: 'Token expired', description: 'Renew it.' });

test('a refused account gets nothing more, and another one does', () => {
	const halt = new Halt();
	halt.endAccount('refused', refusal);
	expect(thrown(halt, 'refused')).toMatchObject({
		message: 'Request not sent, because an earlier one was rejected: Token expired',
		description: 'Renew it.',
	});
	expect(thrown(halt, 'other')).toBeUndefined();
});

test('what fails after the end of the run, and only that, is a consequence', () => {
	const halt = new Halt();
	halt.endAccount('refused', refusal);
	const before = thrown(halt, 'refused');
	// Something can throw nothing.
	expect(halt.isConsequence(undefined)).toBe(false);
	halt.endRun();
	const after = thrown(halt, 'refused');
	halt.endRun();
	const later = thrown(halt, 'other');
	const consequences = [before, after, later].map((error) => halt.isConsequence(error));
	expect(consequences).toEqual([false, true, true]);
});

test('after the end, a wait does not begin', async () => {
	const halt = new Halt();
	halt.endRun();
	await expect(halt.sleep(0, 'account')).rejects.toMatchObject({ kind: 'stopped' });
	let isAsked = false;
	const event = { then: () => (isAsked = true) } as unknown as Promise<void>;
	await expect(halt.wait(event, 'account')).rejects.toMatchObject({ kind: 'stopped' });
	expect(isAsked).toBe(false);
});

describe('a wait', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test('for a time takes that time', async () => {
		const waiting = new Halt().sleep(700, 'account');
		await jest.advanceTimersByTimeAsync(700);
		await waiting;
	});

	test('for other requests ends with what they do, or after a moment', async () => {
		const halt = new Halt();
		await halt.wait(Promise.resolve(), 'account');
		const waiting = halt.wait(never, 'account');
		await jest.advanceTimersByTimeAsync(500);
		await waiting;
	});

	test('for other requests is over if they have ended the run', async () => {
		const halt = new Halt();
		const waiting = halt.wait(Promise.resolve(), 'account');
		halt.endRun();
		await expect(waiting).rejects.toMatchObject({ kind: 'stopped' });
	});
});
