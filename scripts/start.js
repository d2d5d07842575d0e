/** `npm start`: sets everything up, then runs playground/start.ts. */
const { existsSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { runNode } = require('./children');
const { answers, playgroundPorts, requirePorts } = require('./ports');
const { requireNode, setUp } = require('./setup');
const { PlainError, root } = require('./shared');

const help = `npm start [-- options]

Starts n8n with this package, a sandbox of the service, and the example workflows.
Publishes the lead sync and prints the leads that arrived. Then the editor stays open until you press Ctrl+C.

  --once     exit once the leads are printed, with 0 only if every lead arrived
  --dev      show each new build (npm run dev or npm run build) in the open editor
  --reset    delete the data of the playground (login, workflows, table) first
  --verbose  show the output of n8n
  --help     show this help

To use other ports than these, set PLAYGROUND_PORT (editor, 5678), PLAYGROUND_BROKER_PORT (n8n's task broker, 5679),
or PLAYGROUND_SANDBOX_PORT (sandbox, 8321).`;

const known = ['--once', '--dev', '--reset', '--verbose', '--help', '-h'];

/** Refuses a second start of the same clone: two servers would damage the one database. */
async function refuseSecondStart() {
	const file = join(root, 'playground', '.data', 'running.json');
	if (!existsSync(file)) return;
	let other;
	try {
		other = JSON.parse(readFileSync(file, 'utf8'));
		process.kill(other.pid, 0);
	} catch {
		return; // From a start that was killed.
	}
	// Another program can have the process id by now. Then nothing listens on the port.
	const starting = Date.now() - statSync(file).mtimeMs < 180_000;
	if (!starting && !(await answers(Number(new URL(other.url).port || 80), '127.0.0.1'))) return;
	throw new PlainError(
		`The playground of this clone is already running at ${other.url} (process ${other.pid}). ` +
			'Press Ctrl+C in its terminal first.',
	);
}

/** The ports that were chosen, and those that the open editor needs. A single run takes free ones. */
function ports(once) {
	return playgroundPorts
		.filter(([name]) => process.env[name] || !once)
		.map(([name, fallback, what]) => [Number(process.env[name] || fallback), what, name]);
}

/** Checks all that can be checked before anything is installed, then starts. */
async function start(args) {
	const unknown = args.find((arg) => !known.includes(arg));
	if (unknown) throw new PlainError(`Unknown option ${unknown}.\n\n${help}`);
	if (args.includes('--help') || args.includes('-h')) {
		console.log(help);
		return 0;
	}
	requireNode();
	await refuseSecondStart();
	await requirePorts(ports(args.includes('--once')));
	await setUp({ n8n: true, build: true });
	const quiet = '--disable-warning=ExperimentalWarning';
	return await runNode([quiet, '--import', 'tsx', 'playground/start.ts', ...args], { leash: true });
}

module.exports = { start };
