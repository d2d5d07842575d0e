/**
 * One n8n process of several that share a token: runs reads in the engine and prints what came of them.
 * Started by processes.test.ts with: base URL, token, number of reads, length of the "minute" in ms.
 */
import { loadPackage, readEach, runNode } from './engine';
import { shortenMinute } from './windows';

async function main(): Promise<void> {
	const [baseUrl, accessToken, reads, minute] = process.argv.slice(2);
	const loader = await loadPackage();
	shortenMinute(Number(minute));
	// All start together, whatever loading took.
	process.send?.('ready');
	await new Promise((resolve) => process.once('message', resolve));
	const { json, error } = await runNode(loader, {
		parameters: readEach,
		items: Array.from({ length: Number(reads) }, () => ({})),
		credential: { accessToken, baseUrl, requestsPerHour: 0, requestsPerDay: 0 },
	});
	process.send?.({ succeeded: json.length, error: error?.message });
	process.disconnect();
}

void main();
