/** In ms. */
export const WINDOWS: Readonly<Windows> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export type WindowName = 'minute' | 'hour' | 'day';
type Windows = Record<WindowName, number>;
/** What a request waits for: a limit, the pause that the service asks for, or a backoff of our own. */
export type LimitName = WindowName | 'pause' | 'backoff';
/** Requests in each window. 0 turns a limit off. */
export type Limits = Record<WindowName, number>;

/** A time before all others. */
export const LONG_AGO = -Infinity;

/** How long a request counts, ms. It is longer than the window because requests travel at different speeds. */
export const spanOf = (windowMs: number): number => windowMs + Math.min(1000, windowMs / 20);
