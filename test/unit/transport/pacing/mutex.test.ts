import { Mutex } from '../../../../nodes/AgentSuite/transport/pacing/mutex';

/** Runs a task of a key that ends when it is told to, and notes when it begins. */
function start(mutex: Mutex, key: string, name: string, begun: string[]) {
	let end!: (result: string | Promise<string>) => void;
	const ended = new Promise<string>((resolve) => (end = resolve));
	const result = mutex.run(key, async () => {
		begun.push(name);
		return await ended;
	});
	return { result, end };
}

test('tasks of one key run one at a time, in order, and those of another beside them', async () => {
	const mutex = new Mutex();
	const begun: string[] = [];
	const [first, second, third] = ['1', '2', '3'].map((name) => start(mutex, 'key', name, begun));
	const other = start(mutex, 'other', 'other', begun);
	await new Promise(setImmediate);
	expect(begun).toEqual(['1', 'other']);
	first.end('one');
	expect(await first.result).toBe('one');
	await new Promise(setImmediate);
	expect(begun).toEqual(['1', 'other', '2']);
	second.end('two');
	await second.result;
	await new Promise(setImmediate);
	expect(begun).toEqual(['1', 'other', '2', '3']);
	third.end('three');
	other.end('other');
	expect(await Promise.all([third.result, other.result])).toEqual(['three', 'other']);
});

test('a task that fails tells only its own caller', async () => {
	const mutex = new Mutex();
	const first = start(mutex, 'key', '1', []);
	const next = start(mutex, 'key', '2', []);
	first.end(Promise.reject(new Error('failed')));
	next.end('done');
	await expect(first.result).rejects.toThrow('failed');
	expect(await next.result).toBe('done');
});
