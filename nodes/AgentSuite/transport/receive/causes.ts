/** Causes can form a ring. */
const MAX_CAUSES = 6;

/** An exception, and its causes from the outside to the inside. n8n and its HTTP client wrap errors. */
export function causesOf(error: unknown): unknown[] {
	const chain = [error];
	while (chain.length < MAX_CAUSES) {
		const { cause } = (chain.at(-1) ?? {}) as { cause?: unknown };
		if (typeof cause !== 'object' || cause === null) break;
		chain.push(cause);
	}
	return chain;
}
