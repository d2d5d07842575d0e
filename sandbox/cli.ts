import { parseArgs } from 'node:util';
import { startSandbox } from '.';
import type { Limits, Sandbox } from './types';

const help = `Runs the sandbox, a local copy of the service.

  --port 8321               port on 127.0.0.1
  --base-path /api/v1       path of the API
  --limits 100,1000,10000   requests per minute, hour, and day (0 for no limit)
  --balance 5000            main tokens of the administrator
  --leads 0                 number of additional leads
  --json                    print one line of JSON instead of the text`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8321' },
			'base-path': { type: 'string', default: '' },
			limits: { type: 'string' },
			balance: { type: 'string', default: '5000' },
			leads: { type: 'string', default: '0' },
			json: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return console.log(help);
	const sandbox = await startSandbox({
		port: count('port', values.port),
		basePath: values['base-path'],
		limits: values.limits === undefined ? undefined : limits(values.limits),
		balance: count('balance', values.balance),
		leadCount: count('leads', values.leads),
	});
	console.log(values.json ? JSON.stringify(described(sandbox)) : text(sandbox));
	const stop = () => {
		void sandbox.close().then(() => process.exit(0));
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

function limits(given: string): Limits {
	const [minute, hour, day, ...more] = given.split(',').map((part) => count('limits', part));
	if (day === undefined || more.length > 0)
		throw new Error('--limits must be three numbers, for example 100,1000,10000');
	return { minute, hour, day };
}

function count(name: string, given: string): number {
	if (!/^\d+$/.test(given.trim()))
		throw new Error(`--${name} must be a whole number, not "${given}"`);
	return Number(given);
}

function described(sandbox: Sandbox) {
	const { url, tokens, leadIds, snippetIds, agentIds, seoJobIds, platformIds } = sandbox;
	return { url, tokens, leadIds, snippetIds, agentIds, seoJobIds, platformIds };
}

function text(sandbox: Sandbox): string {
	const { url, tokens, leadIds, snippetIds, agentIds, seoJobIds } = sandbox;
	const row = ([label, value]: [string, string]) => `  ${label.padEnd(14)} ${value}`;
	const rows: Array<[string, string]> = leadIds.slice(0, 4).map(({ id, name }) => [id, name]);
	return [
		`The sandbox is running. Base URL: ${url}`,
		'',
		'Access tokens',
		...Object.entries(tokens).map(row),
		'',
		'Leads (the first few)',
		...rows.map(row),
		'',
		'Other IDs',
		row(['snippets', snippetIds.join(', ')]),
		row(['agents', agentIds.join(', ')]),
		row(['SEO jobs', seoJobIds.join(', ')]),
		'',
		'Press Ctrl+C to stop it.',
	].join('\n');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
