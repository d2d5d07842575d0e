import type { INodeProperties } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { count } from '../model/record';

/** n8n computes no texts in the panel, so there is one notice for each choice of its **Poll Times**. */
const MODE = '/pollTimes.item[0].mode';
/** Exists from the second poll time on. */
const SECOND_MODE = '/pollTimes.item[1].mode';
const exists = { _cnd: { exists: true } } as const;

const MINUTES_A_MONTH = 30 * 24 * 60;
/** The intervals in minutes whose cost stands beside the field. */
const INTERVALS = [5, 15, 60];
/** Modes that poll at most this often in a month of 30 days. */
const POLLS_A_MONTH = { everyHour: 30 * 24, everyDay: 30, everyWeek: 5, everyMonth: 1 };
/** When a notice is shown, in addition to the events. */
type Conditions = NonNullable<INodeProperties['displayOptions']>;

/**
 * Notices about what the trigger costs, for the events whose list costs this much. One is shown for any poll times:
 * test/unit/parameters/describeTrigger.test.ts evaluates their conditions with n8n.
 */
function noticesFor(tokens: number, event: string[]): INodeProperties[] {
	const format = (reads: number) => (reads * tokens).toLocaleString('en-US');
	const [first, ...others] = INTERVALS.map(
		(minutes) => [minutes, format(MINUTES_A_MONTH / minutes)] as const,
	);
	const list = [
		`${first[1]} tokens a month at ${first[0]} minutes`,
		...others.map(([minutes, cost]) => `${cost} at ${minutes}`),
	].join(', ');
	const notice = (displayName: string, { show, hide }: Conditions): INodeProperties => ({
		displayName,
		name: 'cost',
		type: 'notice',
		default: '',
		displayOptions: { show: { event, ...show }, ...(hide && { hide }) },
	});
	const each = `Each poll costs ${count(tokens, 'token')}`;
	const ifOnce = { [SECOND_MODE]: [exists] };
	const ifOnceAndNotZero = { ...ifOnce, minInterval: [0] };
	return [
		...Object.entries(POLLS_A_MONTH).map(([mode, polls]) =>
			notice(`Up to about ${format(polls)} ${polls * tokens === 1 ? 'token' : 'tokens'} a month`, {
				show: { [MODE]: [mode] },
				hide: ifOnce,
			}),
		),
		notice(`Up to about ${list}`, { show: { [MODE]: ['everyMinute'] }, hide: ifOnceAndNotZero }),
		notice(`Up to about ${list}, for the longer of both intervals`, {
			show: { [MODE]: ['everyX'] },
			hide: ifOnceAndNotZero,
		}),
		notice(`Up to about ${list}, depending on the expression`, {
			show: { [MODE]: ['custom'] },
			hide: ifOnceAndNotZero,
		}),
		notice(`${each}, ${format(MINUTES_A_MONTH)} a month if it polls every minute`, {
			show: { [MODE]: ['everyMinute', 'everyX', 'custom'], minInterval: [0] },
			hide: ifOnce,
		}),
		notice(`Up to about ${list}, for all poll times. At 0, each poll counts.`, {
			show: { [SECOND_MODE]: [exists] },
		}),
	];
}

/** The notices about costs of all events. */
export function costNotices(events: TriggerEvent[]): INodeProperties[] {
	const costs = new Set(events.map(({ list }) => list.operation.tokens));
	return [...costs].flatMap((tokens) => {
		const same = events.filter(({ list }) => list.operation.tokens === tokens);
		return noticesFor(
			tokens,
			same.map(({ event }) => event),
		);
	});
}
