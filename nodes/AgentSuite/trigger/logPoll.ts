import { count } from '../model/words';
import { warnOnce, type Poll } from './memory';
import type { Outbox } from './outbox/outbox';
import type { Comparison } from './table/compare';
import { REMEMBERED_DAYS } from './table/nextTable';

/** What waits is never silent. */
export function logWaiting({ memory, log }: Poll, { refused, others }: Outbox['counts']): void {
	const all = refused + others;
	const text =
		all === 0
			? 'nothing waits any more'
			: `${count(all, 'record')} ${all === 1 ? 'waits' : 'wait'}: ${refused} refused while others succeeded, ${others} not delivered yet`;
	const logged = (memory.logged ??= { warnings: new Set() });
	if (logged.waiting !== text && (all > 0 || logged.waiting !== undefined)) log('info', text);
	logged.waiting = all > 0 ? text : undefined;
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
	if (dropped > 0) {
		const why = 'another event, filter, or option of the event is selected';
		log('warn', `${why}: ${count(dropped, 'undelivered record')} dropped`);
	}
	if (forgotten > 0)
		log(
			'warn',
			`left the list ${REMEMBERED_DAYS} days ago: ${count(forgotten, 'undelivered record')} dropped`,
		);
	if (ignored.length > 0)
		warnOnce(
			poll,
			`ignored, because most records changed in an undocumented field at once: ${ignored.join(', ')}`,
		);
}
