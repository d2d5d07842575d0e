/** The first wait, ms. Less than a minute, so that a poll each minute does not miss it by a moment. */
export const FIRST_WAIT_MS = 50_000;
/** How much less than whole hours the longest waits are, ms, for the same reason. */
const MARGIN_MS = 5 * 60_000;

/** A longest wait of about so many hours, ms. */
export const aboutHours = (hours: number): number => hours * 3_600_000 - MARGIN_MS;

/** How long to wait after failures in a row, ms: twice as long each time. */
export const waitAfter = (failures: number, most: number): number =>
	Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), most);
