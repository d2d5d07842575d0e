import { waitAfter } from './backoff';
import type { Delivery } from './delivery';

/** Longest wait of a record that the destination refuses, ms. */
const MAX_REFUSED_MS = 86_400_000;

/**
 * When a record is due after it has failed alone. 0 refusals wait like 1. Counted from the start of the execution, so that one
 * that hangs until its lease ends does not wait once more.
 */
export const dueAfter = (refusals: number, startedAt: number): number =>
	startedAt + waitAfter(Math.max(refusals, 1), MAX_REFUSED_MS);

export const isRefused = ({ refusals }: Delivery) => refusals > 0;

/** Whether it can be sent: it waits, and there is something to send. */
export const isReady = ({ stage, item }: Delivery) => stage.is === 'waiting' && item !== undefined;

export const isDue = (delivery: Delivery, now: number) =>
	isReady(delivery) && delivery.stage.is === 'waiting' && delivery.stage.dueAt <= now;

/** Who goes first: never refused, then those that failed alone least often, then who waits longest, then the oldest. */
export const byPriority = (one: Delivery, two: Delivery): number =>
	Number(isRefused(one)) - Number(isRefused(two)) ||
	one.failuresAlone - two.failuresAlone ||
	one.waitsSince - two.waitsSince ||
	one.row - two.row;
