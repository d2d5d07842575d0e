import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

import { root } from '../../../scripts/shared';
import { until } from './until';

/**
 * The path of a program that is not an npm package.
 * @param name as in scripts/setup/programs.js, which finds it, and installs it if possible
 * @throws {Error} that says what to install manually
 */
export function programPath(name: string): string {
	const script =
		`const { requirePrograms } = require('./scripts/setup/programs');` +
		`requirePrograms(${JSON.stringify(name)}).then(` +
		` ([path]) => process.stdout.write('\\n' + path),` +
		` (error) => { console.error(error.message); process.exit(1); });`;
	const output = execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
	return output.slice(output.lastIndexOf('\n') + 1);
}

export interface Program {
	/** Asks it to end, and resolves when it has ended. Safe to call more than once. */
	stop(): Promise<void>;
	readonly running: boolean;
}

// The shell ends the program when its own input closes, on request or because this process has died.
// The program itself has no input.
const leashed =
	'signal=$1; shift; exec 3<&0; "$@" </dev/null 3<&- & program=$!; ' +
	'{ read -r _ <&3; kill -s "$signal" "$program"; } 2>/dev/null & leash=$!; ' +
	'exec 3<&-; wait "$program"; code=$?; kill "$leash" 2>/dev/null; exit "$code"';

/**
 * Starts a program that never outlives this process.
 * @param command path and arguments
 * @param options `signal` asks it to end. Its output goes into `logFile`
 */
export function startProgram(
	command: string[],
	options: { signal: 'TERM' | 'INT' | 'QUIT'; logFile: string; prefix?: string[] },
): Program {
	const log = openSync(options.logFile, 'a');
	const [file, ...args] = [
		...(options.prefix ?? []),
		...['/bin/sh', '-c', leashed, 'sh', options.signal],
		...command,
	];
	const child = spawn(file, args, { cwd: '/', stdio: ['pipe', log, log] });
	closeSync(log);
	const ended = once(child, 'exit');
	// If it ends first, its input is closed from the other side.
	child.stdin?.on('error', () => undefined);
	return {
		get running() {
			return child.exitCode === null && child.signalCode === null;
		},
		async stop() {
			child.stdin?.end();
			await ended;
		},
	};
}

/** Waits until a program answers. @throws with its last output if it ends, or does not answer in a minute */
export async function ready(
	name: string,
	program: Program,
	logFile: string,
	answers: () => boolean,
): Promise<void> {
	const ask = () => {
		if (!program.running) {
			const said = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-10).join('\n');
			throw new Error(`${name} did not start:\n${said}`);
		}
		try {
			return answers();
		} catch {
			return false;
		}
	};
	await until(ask, name, 60_000);
}
