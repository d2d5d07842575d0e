/** The first wait, ms. Less than a minute, so that a poll each minute does not miss it by a moment. */
const FIRST_WAIT_MS = 50_000;

/** How long to wait after failures in a row, ms: twice as long each time. */
export const waitAfter = (failures: number, most: number): number =>
	Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), most);
