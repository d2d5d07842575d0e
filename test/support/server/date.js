/**
 * Loaded into n8n and its task runner before their own code: sets the date to that of a file, which a test writes. The
 * file contains what the date is ahead of the real one, ms. CLOCK_FILE names it. Expressions of newer n8n run in an
 * isolate with the real date.
 */
const childProcess = require('node:child_process');
const { readFileSync } = require('node:fs');

const file = process.env.CLOCK_FILE;
const RealDate = Date;
const realNow = Date.now;
let ahead = 0;

function read() {
	ahead = Number(readFileSync(file, 'utf8'));
}
read();
setInterval(read, 50).unref();

const now = () => realNow() + ahead;

/** The date without arguments is the one that was set. Everything else is as usual. */
function SetDate(...args) {
	const given = args.length === 0 ? [now()] : args;
	if (new.target === undefined) return new RealDate(now()).toString();
	return Reflect.construct(RealDate, given, new.target === SetDate ? RealDate : new.target);
}
SetDate.prototype = RealDate.prototype;
// Some libraries ask for the constructor of a value.
RealDate.prototype.constructor = SetDate;
SetDate.now = now;
globalThis.Date = Object.setPrototypeOf(SetDate, RealDate);

// n8n starts the task runner with an environment that it chooses.
const { spawn } = childProcess;
childProcess.spawn = (program, args, options = {}) => {
	if (program !== 'node') return spawn(program, args, options);
	const env = { ...(options.env ?? process.env), CLOCK_FILE: file };
	return spawn(program, ['--require', __filename, ...args], { ...options, env });
};
