/** One poll of a trigger at a time. All times are of the steady clock, ms. */
import type { Memory } from './memory';

/** After this time, another poll can begin although one has not ended, ms. */
const STUCK_MS = 120_000;

/** The right of one poll to change what the process keeps. */
export interface Turn {
	/** When it began. */
	began: number;
	/** Whether it was stuck for so long that a later poll has taken over. That one reports its own failures, and counts its reads. */
	isTakenOver(): boolean;
	end(): void;
}

/** Takes the turn for a poll. Undefined if the previous poll is still running, and not stuck. */
export function takeTurn(memory: Memory, now: number): Turn | undefined {
	const isBusy = memory.busySince !== undefined && now - memory.busySince < STUCK_MS;
	if (isBusy) return undefined;
	memory.busySince = now;
	const isTakenOver = () => memory.busySince !== now;
	const end = () => {
		if (!isTakenOver()) delete memory.busySince;
	};
	return { began: now, isTakenOver, end };
}
