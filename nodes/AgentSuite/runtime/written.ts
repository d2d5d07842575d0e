/**
 * Writes that succeeded, for the case that n8n's Retry On Fail runs the whole node again: in one
 * process and for minutes only. n8n keeps nothing between two tries that a node could use.
 */

/** How long an answer is remembered, ms: Retry On Fail waits seconds between tries. */
const KEEP_MS = 10 * 60_000;
/** Answers remembered at most; the oldest go first. */
const MOST = 5000;

const answers = new Map<string, { at: number; answer: unknown }>();

/** Remembers the answer to a write. */
export function rememberWrite(key: string, answer: unknown, now: number): void {
	answers.delete(key);
	answers.set(key, { at: now, answer });
	for (const [oldest, { at }] of answers) {
		if (answers.size <= MOST && now - at < KEEP_MS) break;
		answers.delete(oldest);
	}
}

/** The answer to a write that has succeeded before, if it is remembered. */
export function rememberedWrite(key: string, now: number): { answer: unknown } | undefined {
	const found = answers.get(key);
	return found && now - found.at < KEEP_MS ? found : undefined;
}
