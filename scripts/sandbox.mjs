/** `npm run sandbox`: the service on this machine, without n8n. Arguments go to sandbox/cli.ts. */
import { installTools, main, runNode } from './setup.mjs';

await main(async () => {
	await installTools();
	return await runNode(['--import', 'tsx', 'sandbox/cli.ts', ...process.argv.slice(2)]);
});
