import type { Poll } from '../../../nodes/AgentSuite/trigger/currentPoll';
import { logWaiting, warnOnce } from '../../../nodes/AgentSuite/trigger/logPoll';
import { Memory } from '../../../nodes/AgentSuite/trigger/memory';

/** A poll, and what it has logged. */
function logging() {
	const logged: string[] = [];
	const poll = {
		memory: new Memory(),
		log: (level, text) => void logged.push(`${level}: ${text}`),
	} as Pick<Poll, 'memory' | 'log'> as Poll;
	return { poll, logged };
}

test('each warning is logged once', () => {
	const { poll, logged } = logging();
	for (const warning of ['one', 'two', 'one']) warnOnce(poll, warning);
	expect(logged).toEqual(['warn: one', 'warn: two']);
});

test('what waits is logged when it changes', () => {
	const { poll, logged } = logging();
	for (const others of [0, 1, 1, 2, 1, 0, 0]) logWaiting(poll, { refused: 0, others });
	expect(logged.map((line) => line.split(':')[1])).toEqual([
		' 1 record waits',
		' 2 records wait',
		' 1 record waits',
		' nothing waits any more',
	]);
});
