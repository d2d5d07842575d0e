/** The date of this process, for tests of what depends on the day: they pass at any hour. */

/**
 * Moments at which a day can be taken for another one: around midnight UTC, around midnight of n8n's own time zone
 * (America/New_York, four or five hours later), and where daylight saving time ends and begins there.
 */
export const moments = [
	'2026-10-31T23:59:00Z',
	'2026-11-01T00:01:00Z',
	'2026-11-01T04:59:00Z',
	'2026-11-01T05:59:30Z',
	'2027-03-14T06:59:30Z',
];

const RealDate = Date;
const realNow = Date.now;
/** What the date is ahead of the real one, ms. */
let ahead = 0;
const now = () => realNow() + ahead;

/** The date without arguments is the one that was set. Everything else is as usual. */
const SetDate = new Proxy(RealDate, {
	construct: (target, args) =>
		Reflect.construct(target, args.length === 0 ? [now()] : args) as Date,
	get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

/** Sets the date. Time goes on from there. */
export function setClock(moment: string): void {
	ahead = RealDate.parse(moment) - realNow();
	globalThis.Date = SetDate;
}

/** Lets time pass for everything that reads the date. */
export function passDate(ms: number): void {
	setClock(new RealDate(now() + ms).toISOString());
}
