/**
 * One of several n8n processes that share a token. Runs reads in the engine and prints their results. Started by
 * processes.test.ts with: base URL, token, number of reads, length of the "minute" in ms.
 */
import { withoutLimits } from './credential';
import { loadPackage, runNode } from './engine';
import { each } from './pacedService';
import { shortenMinute } from './windows';

async function main(): Promise<void> {
	const [baseUrl, accessToken, reads, minute] = process.argv.slice(2);
	const loader = await loadPackage();
	shortenMinute(Number(minute));
	// All processes start together, however long they took to load.
	process.send?.('ready');
	await new Promise((resolve) => process.once('message', resolve));
	const { json, error } = await runNode(loader, {
		parameters: { resource: 'lead', operation: 'get', ...each },
		items: Array.from({ length: Number(reads) }, () => ({})),
		credential: { accessToken, baseUrl, ...withoutLimits, requestsPerMinute: 100 },
	});
	process.send?.({ succeeded: json.length, error: error?.message });
	process.disconnect();
}

void main();
