/** The only clock for waits and intervals, ms. It never runs back, whatever happens to the time of the system. */
export const steadyClock = { now: (): number => performance.now() };
