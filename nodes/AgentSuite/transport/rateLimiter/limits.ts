/** How long a request counts, ms. A second longer than the window, because requests travel at different speeds. */
export const SPANS = { minute: 61_000, hour: 3_601_000, day: 86_401_000 };

export type Spans = Readonly<typeof SPANS>;
export type WindowName = keyof Spans;

/** The most requests in each window. 0 turns a limit off. */
export type Limits = Record<WindowName, number>;
