import { NAMES, type Limits, type WindowName, type Windows } from './windows';

/** The limits of all credentials that use an account. */
export class LimitsInUse {
	private readonly known = new Map<string, { limits: Limits; usedAt: number }>();
	private refreshedAt = -Infinity;
	/** For each window, the lowest limit that was used in the last minute. 0 for none. */
	strictest: Limits = { minute: 0, hour: 0, day: 0 };
	/** The highest limit per minute of the last day. */
	loosestMinute = Infinity;
	/** The longest window with a limit in the last day, for which requests must be remembered. */
	longest: WindowName = 'minute';

	constructor(private readonly windows: Windows) {}

	/** Notes that a credential with these limits is in use. */
	note(limits: Limits, now: number): void {
		const { minute, hour, day } = limits;
		const key = `${minute} ${hour} ${day}`;
		const usedAt = this.known.get(key)?.usedAt ?? -Infinity;
		this.known.set(key, { limits, usedAt: now });
		if (now - usedAt > this.windows.minute) this.refresh(now);
	}

	/** Brings it up to `now`, a second late at most. */
	tick(now: number): void {
		if (now - this.refreshedAt >= this.windows.minute / 60) this.refresh(now);
	}

	private refresh(now: number): void {
		this.refreshedAt = now;
		const all: Limits[] = [];
		const current: Limits[] = [];
		for (const [key, { limits, usedAt }] of this.known) {
			if (now - usedAt > 2 * this.windows.day) this.known.delete(key);
			else all.push(limits);
			if (now - usedAt <= this.windows.minute) current.push(limits);
		}
		for (const name of NAMES) {
			const set = current.map((limits) => limits[name]).filter((limit) => limit > 0);
			this.strictest[name] = set.length > 0 ? Math.min(...set) : 0;
		}
		this.loosestMinute = Math.max(0, ...all.map(({ minute }) => minute || Infinity)) || Infinity;
		this.longest = NAMES.findLast((name) => all.some((limits) => limits[name] > 0)) ?? 'minute';
	}
}
