import { Lane } from '../../../../nodes/AgentSuite/transport/run/lane';

/** Runs a task that ends when it is told to, and notes when it begins. */
function start(lane: Lane, name: string, begun: string[]) {
	let end!: (result: string | Promise<string>) => void;
	const ended = new Promise<string>((resolve) => (end = resolve));
	const task = async () => {
		begun.push(name);
		return await ended;
	};
	const result = lane.oneAtATime(task);
	return { result, end };
}

test('tasks run one at a time, in order', async () => {
	const lane = new Lane();
	const begun: string[] = [];
	const [first, second, third] = ['1', '2', '3'].map((name) => start(lane, name, begun));
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
	const lane = new Lane();
	const first = start(lane, '1', []);
	const next = start(lane, '2', []);
	first.end(Promise.reject(new Error('failed')));
	next.end('done');
	await expect(first.result).rejects.toThrow('failed');
	expect(await next.result).toBe('done');
});
