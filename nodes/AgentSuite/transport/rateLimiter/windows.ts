/** Window lengths in ms. Mutable on purpose: tests shorten them. */
export const WINDOWS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export type WindowName = keyof typeof WINDOWS;
export type LimitName = WindowName | 'pause';
/** Requests allowed in each window; 0 turns a limit off. */
export type Limits = Record<WindowName, number>;

export const NAMES: readonly WindowName[] = ['minute', 'hour', 'day'];

/**
 * ms added to a window: the service counts arrivals, we see departures, and a request may travel faster
 * than the one whose place it takes.
 */
export const marginOf = (windowMs: number): number => Math.min(1000, windowMs / 100);

/** A limit as it counts: 0 is off. */
export function limitOf(value: number): number {
	return value >= 1 ? Math.floor(value) : 0;
}
