import { WINDOWS } from './windows';
import type { Limits, WindowName } from './windows';

/**
 * What the credentials of the account allow. One is in use until a minute after it last asked. They are only known by their limits,
 * so one that was edited still counts with the old ones for that minute. Times are in ms.
 */
export class CredentialLimits {
	/** The limits of each credential, and when it was last in use. */
	private readonly known = new Map<string, { limits: Limits; usedAt: number }>();

	constructor(private readonly windows = WINDOWS) {}

	/** Notes that a credential is in use. */
	use(limits: Limits, now: number): void {
		this.known.set(JSON.stringify(limits), { limits, usedAt: now });
	}

	/** The strictest limit of the credentials in use. Infinity if none has one. */
	strictest(name: WindowName, now: number): number {
		let strictest = Infinity;
		for (const { limits, usedAt } of this.known.values()) {
			const isInUse = usedAt >= now - this.windows.minute;
			if (isInUse && limits[name] > 0) strictest = Math.min(strictest, limits[name]);
		}
		return strictest;
	}
}
