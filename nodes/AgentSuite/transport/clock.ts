/** The only clock for waits and intervals, ms. It never runs back, whatever happens to the time of the system. */
export const steadyClock = { now: (): number => performance.now() };

/** How long a wait sleeps at most before it looks again whether it is over, ms. n8n 1 ignores a signal that could end a `sleep` early. */
export const RECHECK_MS = 100;
