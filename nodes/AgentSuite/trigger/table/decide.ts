import type { IDataObject } from 'n8n-workflow';

import type { Before } from '../../model/eventSpec';
import type { Known } from './known';
import type { Told } from './told';

/**
 * Why to return all records once more that match as new ones: *Emit Existing*, as if the workflow was told nothing of them, or alerts at
 * a first list and after a restart, as if it was perhaps told more.
 */
export type ReturnAll = 'emitExisting' | 'repeatAlerts';

/** A record of a list, as the event can be asked about it. */
export interface Subject {
	/** What has changed from the values that the workflow was told. Undefined if nothing has, or it was told nothing. */
	change?: Before;
	/** Anything can have changed. */
	correction(): Before;
	/** What the event returns it as, if it matches. @param before undefined for a new record */
	emit(before?: Before): IDataObject | undefined;
}

/** What becomes of a record. */
export type Decision = {
	/** What the workflow counts as told of it from now on. What is done or dropped need not be told. */
	told: Told;
} & (
	| {
			outcome: 'due';
			item: IDataObject;
			/** Names of the fields that have changed since the workflow was told. Undefined for a new record. */
			changed?: string[];
	  }
	| { outcome: 'waits' | 'done' | 'dropped' }
);

export interface DecideOptions {
	returnAll?: ReturnAll;
	/** Whether the event or its filters have changed, so that nothing waits until it matches the event. */
	isOtherScope: boolean;
	isAlert: boolean;
}

/**
 * What becomes of a record of a list:
 *
 *     the workflow was told   the list has     the event is asked about     it matches   it does not
 *     nothing, is new         a record         a new record                 due          done
 *     nothing                 the record       a new record                 due          waits
 *     values                  the same         nothing                                   done
 *     values                  others           the change                   due          done
 *     perhaps more            others           the change, a correction     due          done
 *     perhaps more            the same, or     a correction                 due          done
 *                             of an alert any
 *
 * A correction says that anything can have changed, so if it does not match, only another change can. What waits is asked about again at
 * the next list. It is returned as for the first question that matches.
 *
 * What is open and does not match after the event or its filters have changed is dropped: done too, but counted.
 *
 * To return all once more (`ReturnAll`), the event is asked about a new record last. If it matches then, the workflow counts as told
 * nothing, or of an alert, perhaps more.
 */
export function decide(known: Known, subject: Subject, how: DecideOptions): Decision {
	const questions = questionsOf(known, subject, how);
	for (const { before, told } of questions) {
		const item = subject.emit(before);
		if (item) return { outcome: 'due', told, item, changed: before?.changed };
	}
	const { told, listed, wasOpen } = known;
	const isTold = { told: { knows: 'values', values: listed } } as const;
	if (!wasOpen || questions.length === 0) return { outcome: 'done', ...isTold };
	if (how.isOtherScope) return { outcome: 'dropped', ...isTold };
	return told.knows === 'nothing' ? { outcome: 'waits', told } : { outcome: 'done', ...isTold };
}

/** An earlier state that the event is asked about, undefined for a new record, and what counts as told if it matches. */
interface Question {
	before?: Before;
	told: Told;
}

function questionsOf(
	{ told, listed }: Known,
	{ change, correction }: Subject,
	{ returnAll, isAlert }: DecideOptions,
): Question[] {
	if (told.knows === 'nothing')
		return [
			{ told: returnAll === 'repeatAlerts' ? { knows: 'perhapsMore', values: listed } : told },
		];
	const isUnclear = told.knows === 'perhapsMore';
	// Of an alert that perhaps arrived, the whole state is news, not how it has changed since.
	const asksForChange = change && !(isAlert && isUnclear);
	const questions: Question[] = asksForChange ? [{ before: change, told }] : [];
	if (isUnclear) questions.push({ before: correction(), told });
	if (returnAll === 'repeatAlerts') questions.push({ told: { ...told, knows: 'perhapsMore' } });
	if (returnAll === 'emitExisting') questions.push({ told: { knows: 'nothing' } });
	return questions;
}
