/** The service of the leak test, in a process of its own, so that its memory does not count. Ends with its parent. */
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';

export type Known = Pick<Sandbox, 'url' | 'tokens' | 'secrets' | 'leadIds'>;

const after = true;
/** Each kind of trouble, now and then. */
const faults: Fault[] = [
	{ kind: 'rateLimit' },
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 500, after },
	{ kind: 'drop' },
	{ kind: 'drop', after },
	{ kind: 'truncate' },
	{ kind: 'garbage' },
	{ kind: 'slowBody', ms: 100 },
	{ kind: 'slow', ms: 3000 },
];

async function main(): Promise<void> {
	const sandbox = await startSandbox({
		limits: { minute: 0, hour: 0, day: 0 },
		balance: 1_000_000_000,
		leadCount: 300,
	});
	for (const [seed, fault] of faults.entries()) {
		sandbox.addFault({ ...fault, probability: 0.02, seed, times: null });
	}
	process.on('disconnect', () => process.exit());
	process.on('message', () => {
		sandbox.clearRequests();
		sandbox.addLead();
	});
	const { url, tokens, secrets, leadIds } = sandbox;
	process.send?.({ url, tokens, secrets, leadIds } satisfies Known);
}

void main();
