// Reads many responses, then some that stall while memory is freed, and prints how many of these end after their timeout. In a process
// of its own, with `--expose-gc`, and on Node.js 20, which keeps less in memory than later versions.
'use strict';
const { Readable } = require('node:stream');
const { setTimeout: wait } = require('node:timers/promises');

const { receive } = require('../../../dist/nodes/AgentSuite/transport/receive/receive.js');

const MANY = 4000;
const AT_A_TIME = 20;
const STALLED = 50;
const TIMEOUT_MS = 1000;

const stop = new AbortController().signal;
const noHead = () => {};

/** A request whose response ends, or stalls. */
const sending = (ends) => async () => {
	const body = new Readable({ read() {} });
	body.push('{"a":1}');
	if (ends) body.push(null);
	return { statusCode: 200, headers: {}, body };
};

void (async () => {
	const read = async () => await receive(sending(true), 600_000, noHead, stop);
	for (let done = 0; done < MANY; done += AT_A_TIME)
		await Promise.all(Array.from({ length: AT_A_TIME }, read));
	let ended = 0;
	for (let stalled = 0; stalled < STALLED; stalled++)
		void receive(sending(false), TIMEOUT_MS, noHead, stop).then(() => ended++);
	for (let look = 0; look < 50 && ended < STALLED; look++) {
		global.gc();
		await wait(100);
	}
	console.log(`${ended} of ${STALLED} ended`);
	process.exit(ended === STALLED ? 0 : 1);
})();
