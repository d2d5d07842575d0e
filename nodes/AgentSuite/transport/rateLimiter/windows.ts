/** Window lengths in ms. Tests shorten those of the built nodes. */
export const WINDOWS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export type Windows = Readonly<typeof WINDOWS>;
export type WindowName = keyof Windows;
export type LimitName = WindowName | 'pause';
/** Requests allowed in each window; 0 turns a limit off. */
export type Limits = Record<WindowName, number>;

export const NAMES: readonly WindowName[] = ['minute', 'hour', 'day'];

/**
 * How long a departure counts, in ms: the window and a margin, since the service counts arrivals, we see
 * departures, and a request may travel faster than the one whose place it takes.
 */
export const spanOf = (windowMs: number): number => windowMs + Math.min(1000, windowMs / 20);
