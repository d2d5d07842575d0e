/** Sends an attempt, and tells what becomes of it. */

import type { OfHead, Outcome } from './outcomes/outcome';
import { verdictOf, type Verdict } from './outcomes/verdict';
import { outcomeOf, unforeseenOutcome } from './outcomeOf';
import type { Pause, Reply } from './rateLimiter/types';
import { receive, type Head, type Send } from './receive/receive';
import type { Request } from './request';
import { shownRequestId } from './secrecy/shown';

/** A response that has begun. */
interface Begun {
	verdict: Verdict;
	ofHead: OfHead;
}

/**
 * Sends a request.
 * @param onReply is told once what became of it: as soon as a response begins, or else at the end
 * @param stop of n8n
 */
export async function exchange(
	send: Send,
	request: Request,
	onReply: (reply: Reply, pause?: Pause) => void = () => {},
	stop?: AbortSignal,
): Promise<Outcome> {
	let begun: Begun | undefined;
	const onHead = (head: Head) => {
		const { status, headers } = head;
		const verdict = verdictOf(head, request.operation.effect);
		const requestId = shownRequestId(headers, request);
		begun = { verdict, ofHead: { status, requestId, shows: verdict.shows } };
		// Other requests go by it, so they learn of a 429 before its body has come.
		onReply(replyOf(verdict), verdict.pause);
	};
	let outcome: Outcome;
	try {
		const received = await receive(send, request.timeoutMs, onHead, stop);
		outcome = outcomeOf(received, request, begun?.verdict);
	} catch (exception) {
		outcome = unforeseenOutcome(exception, request);
	}
	if (!begun) onReply(replyOf(outcome));
	return { ...outcome, ...begun?.ofHead };
}

/** For the rate limiter. A proxy that responds in place of the service shows nothing of what that lets through. */
function replyOf({ fate, shows }: Pick<Outcome, 'fate' | 'shows'>): Reply {
	if (fate === 'throttled' || fate === 'unsent') return fate;
	return shows ? 'answered' : 'unanswered';
}
