/** Finds out how long one response blocks n8n: while JavaScript code runs, n8n can do nothing else. */

export interface Blocks {
	/** The block that ends with the parsed response, in n8n's helper, ms of CPU time. */
	parsingMs: number;
	/** The longest block from there on, ms of CPU time. */
	afterMs: number;
}

/** CPU time of the main thread, ms. Other load on the machine hardly affects it. */
function cpuMs(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

/**
 * Watches the event loop, and the parsing of a list of leads. n8n's helper parses a response in one go and continues
 * with the node in the same turn of the event loop, so only JSON.parse itself separates the two.
 * @returns a function that ends it
 */
export function watchBlocks(): () => Promise<Blocks> {
	const { parse } = JSON;
	let [parsingMs, afterMs, last] = [0, 0, cpuMs()];
	const elapsed = () => {
		const before = last;
		last = cpuMs();
		return last - before;
	};
	const timer = setInterval(() => (afterMs = Math.max(afterMs, elapsed())), 1);
	JSON.parse = (text: string, reviver) => {
		const value = parse(text, reviver) as unknown;
		if (typeof text === 'string' && text.startsWith('{"leads":[')) {
			parsingMs = elapsed();
			afterMs = 0;
		}
		return value;
	};
	return async () => {
		// A block is only recorded at the next turn.
		await new Promise((resolve) => setTimeout(resolve, 2));
		clearInterval(timer);
		JSON.parse = parse;
		return { parsingMs, afterMs };
	};
}
