import { AccountTurns } from '../../../../nodes/AgentSuite/transport/run/accountTurns';
import type { Wait } from '../../../../nodes/AgentSuite/transport/rateLimiter/types';

/** Runs a task that ends when it is told to, and notes when it begins. */
function start(
	turns: AccountTurns,
	name: string,
	begun: string[],
	checkWait: (wait: Wait) => void = () => {},
) {
	let end!: (result: string | Promise<string>) => void;
	const ended = new Promise<string>((resolve) => (end = resolve));
	const task = async () => {
		begun.push(name);
		return await ended;
	};
	const result = turns.run(task, checkWait);
	return { result, end };
}

test('tasks run one at a time, in order', async () => {
	const turns = new AccountTurns();
	const begun: string[] = [];
	const [first, second, third] = ['1', '2', '3'].map((name) => start(turns, name, begun));
	await new Promise(setImmediate);
	expect(begun).toEqual(['1']);
	first.end('one');
	expect(await first.result).toBe('one');
	await new Promise(setImmediate);
	expect(begun).toEqual(['1', '2']);
	second.end('two');
	await second.result;
	await new Promise(setImmediate);
	expect(begun).toEqual(['1', '2', '3']);
	third.end('three');
	expect(await third.result).toBe('three');
});

test('a task that fails tells only its own caller', async () => {
	const turns = new AccountTurns();
	const first = start(turns, '1', []);
	const next = start(turns, '2', []);
	first.end(Promise.reject(new Error('failed')));
	next.end('done');
	await expect(first.result).rejects.toThrow('failed');
	expect(await next.result).toBe('done');
});

test('those that cannot wait for as long as the first one fail, and the others keep their order', async () => {
	const turns = new AccountTurns();
	const begun: string[] = [];
	const impatient = () => {
		throw new Error('too long');
	};
	const first = start(turns, '1', begun, impatient);
	const second = start(turns, '2', begun, impatient);
	const third = start(turns, '3', begun);
	turns.noteWait({ reason: 'hour', until: 1 });
	await expect(second.result).rejects.toThrow('too long');
	first.end('one');
	expect(await first.result).toBe('one');
	third.end('three');
	expect(await third.result).toBe('three');
	expect(begun).toEqual(['1', '3']);
});
