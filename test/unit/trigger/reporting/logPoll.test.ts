import type { Poll } from '../../../../nodes/AgentSuite/trigger/currentPoll';
import {
	logOverdue,
	logWaiting,
	warnOnce,
} from '../../../../nodes/AgentSuite/trigger/reporting/logPoll';
import { Memory } from '../../../../nodes/AgentSuite/trigger/memory';

/** A poll, and what it has logged. */
function logging() {
	const logged: string[] = [];
	const poll = {
		memory: new Memory('w', 'n'),
		log: (level, text) => void logged.push(`${level}: ${text}`),
	} as Pick<Poll, 'memory' | 'log'> as Poll;
	return { poll, logged };
}

test('each warning is logged once', () => {
	const { poll, logged } = logging();
	for (const warning of ['one', 'two', 'one']) warnOnce(poll, warning);
	expect(logged).toEqual(['warn: one', 'warn: two']);
});

test('what waits is logged when it changes, and that nothing does once no retry is in progress', () => {
	const { poll, logged } = logging();
	const log = (others: number, isSending = false, nextList = 0) =>
		logWaiting(poll, { refused: 0, stopped: 0, others, nextList, isSending });
	for (const others of [0, 1, 1, 2, 1]) log(others);
	log(0, true);
	expect(logged).toHaveLength(3);
	log(0, false, 1);
	for (const others of [0, 0]) log(others);
	expect(logged.map((line) => line.split(':')[1])).toEqual([
		' 1 record waits',
		' 2 records wait',
		' 1 record waits',
		' 1 record waits',
		' nothing waits any more',
	]);
});

test('what waits is logged with the reasons', () => {
	const { poll, logged } = logging();
	const waiting = { refused: 12, stopped: 5, others: 0, nextList: 1, isSending: false };
	logOverdue(poll, 2);
	logOverdue(poll, 0);
	logWaiting(poll, waiting);
	expect(logged).toEqual([
		'warn: n8n has not reported the end of an execution in time, so 2 records will be sent again',
		'info: 18 records wait: 12 refused while others succeeded, 5 stopped by a person until the workflow is unpublished and published, 1 compared again with the next list',
	]);
});
