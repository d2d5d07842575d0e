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

/** Tokens that this many reads cost: "1,440". */
const costOf = (reads: number, tokens: number) => (reads * tokens).toLocaleString('en-US');

/**
 * What a month costs at several intervals: "Up to about 43,200 tokens a month at 5 minutes, 14,400 at 15".
 * @param unitsAMonth number of units in a month, such as minutes
 */
function prices(tokens: number, unitsAMonth: number, unit: string, intervals: number[]): string {
	const [first, ...others] = intervals.map((interval) => ({
		interval,
		cost: costOf(unitsAMonth / interval, tokens),
	}));
	return [
		`Up to about ${first.cost} tokens a month at ${first.interval} ${unit}`,
		...others.map(({ interval, cost }) => `${cost} at ${interval}`),
	].join(', ');
}

/** A notice for these events, shown under more conditions. */
function noticeFor(event: string[], displayName: string, { show, hide }: Conditions) {
	return {
		displayName,
		name: 'cost',
		type: 'notice',
		default: '',
		displayOptions: { show: { event, ...show }, ...(hide && { hide }) },
	} satisfies INodeProperties;
}

/**
 * Notices about what the trigger costs, for the events whose list costs this much. One is shown for any poll times:
 * test/unit/parameters/describeTrigger.test.ts evaluates their conditions with n8n.
 */
function noticesFor(tokens: number, event: string[]): INodeProperties[] {
	const byMinutes = prices(tokens, MINUTES_A_MONTH, 'minutes', [5, 15, 60]);
	const byHours = prices(tokens, HOURS_A_MONTH, 'hour', [1, 2, 6]);
	const notice = (text: string, conditions: Conditions) => noticeFor(event, text, conditions);
	// Several poll times have a notice of their own, the last one.
	const ifSeveral = { [SECOND_MODE]: [exists] };
	return [
		...Object.entries(POLLS_A_MONTH).map(([mode, polls]) =>
			notice(
				`Up to about ${costOf(polls, tokens)} ${polls * tokens === 1 ? 'token' : 'tokens'} a month`,
				{ show: { [MODE]: [mode] }, hide: ifSeveral },
			),
		),
		notice(byMinutes, {
			show: { [MODE]: ['everyMinute'] },
			hide: { ...ifSeveral, minInterval: [0] },
		}),
		notice(`${byMinutes}, depending on the expression`, {
			show: { [MODE]: ['custom'] },
			hide: { ...ifSeveral, minInterval: [0] },
		}),
		notice(
			`Each poll costs ${count(tokens, 'token')}, ${costOf(MINUTES_A_MONTH, tokens)} a month if it polls every minute`,
			{
				show: { [MODE]: ['everyMinute', 'custom'] },
				// Not in 'show', because n8n takes any expression there for a match.
				hide: { ...ifSeveral, minInterval: [notZero] },
			},
		),
		notice(`${byMinutes}. The longer interval counts.`, {
			show: { [MODE]: ['everyX'], [UNIT]: ['minutes'] },
			hide: ifSeveral,
		}),
		notice(`${byHours}. The longer interval counts.`, {
			show: { [MODE]: ['everyX'] },
			hide: { ...ifSeveral, [UNIT]: ['minutes'] },
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
