/**
 * Polls a long list of leads twice, and adds leads in between. It is a separate process, like n8n, because globals are
 * slow in Jest. Started by triggerLarge.test.ts with: number of leads, number of new leads, event.
 */
import { startSandbox } from '../../sandbox';
import { withoutLimits } from './credential';
import { loadPackage } from './engine';
import { Host } from './triggerHost';

export interface Figures {
	/** Number of items of the first poll. */
	existing: number;
	/** Number of items of the poll that found the new leads. */
	emitted: number;
	/** Size of the static data. */
	bytes: number;
}

async function main(): Promise<void> {
	const [known, added, event] = process.argv.slice(2);
	const sandbox = await startSandbox({
		leadCount: Number(known),
		limits: { minute: 0, hour: 0, day: 0 },
	});
	const { url, tokens } = sandbox;
	const credential = { accessToken: tokens.admin, baseUrl: url, ...withoutLimits };
	const host = new Host(await loadPackage(), { parameters: { event }, credential });
	const existing = await host.activate();
	for (let index = 0; index < Number(added); index++) sandbox.addLead();
	const emitted = await host.poll();
	const figures: Figures = {
		existing: existing?.length ?? 0,
		emitted: emitted?.length ?? 0,
		bytes: JSON.stringify(host.stored).length,
	};
	process.send?.(figures);
	await sandbox.close();
	process.disconnect();
}

void main();
