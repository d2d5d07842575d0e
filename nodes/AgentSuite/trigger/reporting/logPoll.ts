import { problemOf } from '../../output/errors/problemOf';
import { count } from '../../texts/words';
import { isScheduled } from '../n8n/activation';
import type { Baseline } from '../state/baseline';
import type { Basis } from '../state/basis';
import type { Poll } from '../currentPoll';
import type { Log } from './log';
import { sharesWorkflow } from '../memory';
import type { Waiting } from '../outbox/waiting';
import type { Comparison } from '../table/compare';
import { REMEMBERED_DAYS } from '../table/gone';

const NONE = 'nothing waits any more';

/** Logs a warning unless this process has done so before. */
export function warnOnce({ memory: { logged }, log }: Poll, warning: string): void {
	if (logged.has(warning)) return;
	logged.set(warning, warning);
	log('warn', warning);
}

/** @param overdue number of records that go again because n8n has not reported the end of their execution in its lease */
export function logOverdue({ log }: Poll, overdue: number): void {
	if (overdue > 0)
		log(
			'warn',
			`n8n has not reported the end of an execution in time, so ${count(overdue, 'record')} will be sent again`,
		);
}

/** Logged by each poll that has settings, if it has changed. */
export function logWaiting(
	{ memory: { logged }, log }: Poll,
	{ refused, stopped, others, nextList, isSending }: Waiting,
): void {
	const all = refused + stopped + others + nextList;
	// What is in an execution can wait again.
	if (all === 0 && isSending) return;
	const reasons = [
		[refused, 'refused while others succeeded'],
		[stopped, 'stopped by a person until the workflow is unpublished and published'],
		[others, 'not delivered yet'],
		[nextList, 'compared again with the next list'],
	] as const;
	const found = reasons.filter(([number]) => number > 0).map((reason) => reason.join(' '));
	const text =
		all === 0
			? NONE
			: `${count(all, 'record')} ${all === 1 ? 'waits' : 'wait'}: ${found.join(', ')}`;
	if (text !== (logged.get('waiting') ?? NONE)) log('info', text);
	logged.set('waiting', text);
}

/** Why a last state is not used. */
const REASONS: Partial<Record<Basis, string>> = {
	unreadable: 'this version cannot read its stored data',
	otherList: 'the selected event reads another list',
	otherCredential: 'the credential was changed, maybe to another organization',
};

/** What the list is compared with, if that is not as usual. */
export function logBaseline({ log }: Poll, { basis, isFirst, returnAll, dropped }: Baseline): void {
	if (!isFirst && returnAll === 'emitExisting')
		log('info', "'Emit Existing' was turned on, so all records are returned once more");
	const why = REASONS[basis];
	if (!why) return;
	const existing = returnAll ? 'returned' : 'treated as already processed';
	if (dropped > 0) log('warn', `${why}: ${count(dropped, 'undelivered record')} dropped`);
	log('warn', `${why}, so it starts over. Existing records are ${existing}.`);
}

/** What a comparison has found, without personal data. */
export function logComparison(
	poll: Poll,
	{ records, due, dropped, forgotten, ignored }: Comparison,
): void {
	const { log } = poll;
	log('debug', `${records.length} listed, ${due.length} to return`);
	for (const { changed } of due)
		log(
			'debug',
			`a record is to be returned, ${changed ? `changed: ${changed.join(', ')}` : 'new'}`,
		);
	if (dropped > 0)
		log(
			'warn',
			`another event, filter, or option of the event is selected: ${count(dropped, 'undelivered record')} dropped`,
		);
	if (forgotten > 0)
		log(
			'warn',
			`left the list over ${REMEMBERED_DAYS} days ago: ${count(forgotten, 'undelivered record')} dropped`,
		);
	if (ignored.length > 0)
		warnOnce(
			poll,
			`ignored, because most records changed in an undocumented field at once: ${ignored.join(', ')}`,
		);
}

/** Why the list was not compared. */
export function logFailure(log: Log, error: unknown): void {
	const { line, description } = problemOf(error);
	log('warn', `could not poll. ${[line, description].filter(Boolean).join('. ')}`);
}

/** How n8n stores the state. */
export function logStorage(poll: Poll): void {
	const { context, memory, storage, activation, log } = poll;
	if (activation) {
		const when = storage.isDurable
			? 'after each poll from the next one on'
			: 'now, then with executions';
		log('debug', `n8n stores the state ${when}`);
	}
	if (isScheduled(context) && !storage.isDurable && sharesWorkflow(memory))
		warnOnce(
			poll,
			'with several triggers in one workflow, n8n can store an earlier state of one of them, so after a restart it returns records again. Use a workflow for each trigger, or durable cursors',
		);
}
