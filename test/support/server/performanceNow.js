/**
 * Loaded into n8n before its own code: `performance.now` is ahead by what a file contains, ms. steadyClock.ts writes it.
 */
const { readFileSync } = require('node:fs');

const file = process.env.STEADY_CLOCK_FILE;
const realNow = performance.now.bind(performance);
let ahead = 0;

function read() {
	ahead = Number(readFileSync(file, 'utf8'));
}
read();
setInterval(read, 50).unref();

performance.now = () => realNow() + ahead;
