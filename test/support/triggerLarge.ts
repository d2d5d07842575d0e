/**
 * Polls a long list of leads and prints how long it took. It is a separate process, like n8n, because globals are slow
 * in Jest. Started by triggerLarge.test.ts with: base URL, token, event.
 */
import { loadPackage } from './engine';
import { Host } from './triggerHost';

export interface Figures {
	/** Number of items in the poll that found the new leads. */
	emitted: number | undefined;
	/** Static data. */
	bytes: number;
	/** Time of the fastest poll, ms. */
	poll: number;
	download: number;
	parse: number;
}

const ask = async (question: string) => {
	process.send?.(question);
	await new Promise((resolve) => process.once('message', resolve));
};

async function timed<T>(run: () => Promise<T> | T): Promise<[number, T]> {
	const began = performance.now();
	const result = await run();
	return [performance.now() - began, result];
}

async function main(): Promise<void> {
	const [baseUrl, accessToken, event] = process.argv.slice(2);
	const none = { requestsPerMinute: 0, requestsPerHour: 0, requestsPerDay: 0 };
	const credential = { accessToken, baseUrl, ...none };
	const loader = await loadPackage();
	const newHost = () => new Host(loader, { parameters: { event }, credential });
	const first = newHost();
	await first.activate();
	const known = first.stored;
	const bytes = JSON.stringify(known).length;
	await ask('add');
	const figures: Figures = {
		emitted: undefined,
		bytes,
		poll: Infinity,
		download: Infinity,
		parse: Infinity,
	};
	for (let time = 0; time < 5; time++) {
		// Each time a new workflow, with the state from before the new leads.
		const host = newHost();
		host.stored = known;
		host.restart();
		const [poll, items] = await timed(() => host.poll());
		figures.emitted = items?.length ?? 0;
		const headers = { authorization: `Bearer ${accessToken}` };
		const [download, body] = await timed(
			async () => await (await fetch(`${baseUrl}/agent/lead`, { headers })).text(),
		);
		const [parse] = await timed(() => JSON.parse(body) as unknown);
		figures.poll = Math.min(figures.poll, poll);
		figures.download = Math.min(figures.download, download);
		figures.parse = Math.min(figures.parse, parse);
	}
	process.send?.(figures);
	process.disconnect();
}

void main();
