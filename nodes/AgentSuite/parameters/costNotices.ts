import type { INodeProperties } from 'n8n-workflow';

import type { TriggerEvent } from '../model/event';
import { count } from '../model/words';

/** n8n computes no texts in the panel, so there is one notice for each choice of its **Poll Times**. */
const MODE = '/pollTimes.item[0].mode';
const UNIT = '/pollTimes.item[0].unit';
/** Exists from the second poll time on. */
const SECOND_MODE = '/pollTimes.item[1].mode';
const exists = { _cnd: { exists: true } } as const;
const notZero = { _cnd: { not: 0 } } as const;

const HOURS_A_MONTH = 30 * 24;
const MINUTES_A_MONTH = HOURS_A_MONTH * 60;
/** Modes that poll at most this often in a month of 30 days. */
const POLLS_A_MONTH = { everyHour: HOURS_A_MONTH, everyDay: 30, everyWeek: 5, everyMonth: 1 };
/** When a notice is shown, in addition to the events. */
type Conditions = NonNullable<INodeProperties['displayOptions']>;

/**
 * Notices about what the trigger costs, for the events whose list costs this much. One is shown for any poll times:
 * test/unit/parameters/describeTrigger.test.ts evaluates their conditions with n8n.
 */
function noticesFor(tokens: number, event: string[]): INodeProperties[] {
	const format = (reads: number) => (reads * tokens).toLocaleString('en-US');
	const prices = (intervalsAMonth: number, unit: string, [first, ...others]: number[]) =>
		[
			`Up to about ${format(intervalsAMonth / first)} tokens a month at ${first} ${unit}`,
			...others.map((interval) => `${format(intervalsAMonth / interval)} at ${interval}`),
		].join(', ');
	const byMinutes = prices(MINUTES_A_MONTH, 'minutes', [5, 15, 60]);
	const byHours = prices(HOURS_A_MONTH, 'hour', [1, 2, 6]);
	const notice = (displayName: string, { show, hide }: Conditions): INodeProperties => ({
		displayName,
		name: 'cost',
		type: 'notice',
		default: '',
		displayOptions: { show: { event, ...show }, ...(hide && { hide }) },
	});
	const ifOnce = { [SECOND_MODE]: [exists] };
	return [
		...Object.entries(POLLS_A_MONTH).map(([mode, polls]) =>
			notice(`Up to about ${format(polls)} ${polls * tokens === 1 ? 'token' : 'tokens'} a month`, {
				show: { [MODE]: [mode] },
				hide: ifOnce,
			}),
		),
		notice(byMinutes, {
			show: { [MODE]: ['everyMinute'] },
			hide: { ...ifOnce, minInterval: [0] },
		}),
		notice(`${byMinutes}, depending on the expression`, {
			show: { [MODE]: ['custom'] },
			hide: { ...ifOnce, minInterval: [0] },
		}),
		notice(
			`Each poll costs ${count(tokens, 'token')}, ${format(MINUTES_A_MONTH)} a month if it polls every minute`,
			{
				show: { [MODE]: ['everyMinute', 'custom'] },
				// Not in 'show', because n8n takes any expression there for a match.
				hide: { ...ifOnce, minInterval: [notZero] },
			},
		),
		notice(`${byMinutes}. The longer interval counts.`, {
			show: { [MODE]: ['everyX'], [UNIT]: ['minutes'] },
			hide: ifOnce,
		}),
		notice(`${byHours}. The longer interval counts.`, {
			show: { [MODE]: ['everyX'] },
			hide: { ...ifOnce, [UNIT]: ['minutes'] },
		}),
		notice(`${byMinutes}, for all poll times. At 0, each poll counts.`, {
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
