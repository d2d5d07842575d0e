import { Problem } from '../../model/problem';
import type { Call, Run } from '../call';
import { inWords } from '../inWords';
import type { QueuedRequest, RateLimiter } from '../rateLimiter/rateLimiter';
import type { LimitName } from '../rateLimiter/windows';
import { takeOffMaxWait, type Progress } from '../progress';
import { steadyClock } from './clock';
import { pollRemedy, timeToWait } from './deadline';
import { limitTexts } from './limitTexts';

/** Maximum sleep before asking the rate limiter again, ms. The response to another request can make room. */
export const RECHECK_MS = 100;
/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

function remedyFor(ms: number, { deadline, maxWaitMs }: Call, run: Run): string {
	if (deadline !== undefined) return `This poll would time out before then. ${pollRemedy(run)}`;
	const now = `(now ${maxWaitMs / 1000} s)`;
	const remedy = `Try again in ${inWords(ms)}, or raise 'Max Wait (Seconds)' ${now}.`;
	return `${remedy} ${run.usage.reached()}`.trim();
}

/** @param ms how long the request would still have to wait */
function tooLong(limit: LimitName, ms: number, run: Run, call: Call, { last }: Progress): Problem {
	const isPause = limit === 'pause' || limit === 'backoff';
	const resets = `${limitTexts[limit]} ${isPause ? 'ends' : 'resets'} in ${inWords(ms)}`;
	const refusal = last?.retry === 'throttled' ? last.problem : undefined;
	const problem = new Problem({
		kind: 'status',
		status: 429,
		message: refusal?.headline ?? `Request not sent: ${resets}`,
		detail: refusal?.detail,
		description: remedyFor(ms, call, run),
		forModel: `Call the tool again in ${inWords(ms)}.`,
		failure: { cause: 'rate-limited', retryAfterMs: ms },
	});
	problem.facts = refusal?.facts;
	return problem;
}

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
function announce({ context }: Run, limit: LimitName, ms: number): void {
	const text = `Agent Suite: waiting ${inWords(ms)} for ${limitTexts[limit]}`;
	context.logger.debug(text);
	// n8n ignores it unless the run is manual. The context of a poll does not have it.
	if ('sendMessageToUI' in context) context.sendMessageToUI(text);
}

/**
 * Waits for the limits and pauses. What is known of that wait is taken off what is left of Max Wait. That begins when it is the
 * turn of the request (`accountQueue` of the run), so the requests of many items can wait for longer in total. A wait for
 * requests in flight does not count either: nobody knows when it ends, and it is short.
 * @throws {Problem} when it is known that it takes longer than Max Wait or the deadline allows, or the run is stopped
 */
export async function acquireSlot(
	run: Run,
	call: Call,
	limiter: RateLimiter,
	progress: Progress,
): Promise<QueuedRequest> {
	const { account, limits } = call.connection;
	// Later by the time that does not count.
	let began = steadyClock.now();
	let counted = 0;
	const queued = limiter.enqueue(began, limits);
	let announced: LimitName | undefined;
	try {
		run.halt.check(account);
		for (;;) {
			const now = steadyClock.now();
			const wait = limiter.tryAcquire(queued, now);
			if (wait === undefined) return queued;
			const { askAgainMs, earliestAt, limit } = wait;
			const leftMs = earliestAt - now;
			const isKnown = leftMs > 0;
			const isTooLong = isKnown && earliestAt - began > progress.waitLeftMs;
			if (isTooLong || leftMs > timeToWait(call)) {
				throw tooLong(limit, leftMs, run, call, progress);
			}
			// A 429 of another execution can make a short wait long, for another limit.
			if (leftMs >= NOTICEABLE_MS && limit !== announced) {
				announce(run, limit, leftMs);
				announced = limit;
			}
			await run.halt.sleep(Math.min(askAgainMs, RECHECK_MS), account);
			const slept = steadyClock.now() - now;
			run.usage.waited(slept, limit);
			if (isKnown) counted = steadyClock.now() - began;
			else began += slept;
		}
	} finally {
		limiter.leave(queued);
		takeOffMaxWait(progress, counted);
	}
}
