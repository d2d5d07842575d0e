export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Asks every 200 ms until there is a result.
 * @param ms maximum time
 * @throws when the time is over, with `what` in the message
 */
export async function until<T>(
	ask: () => Promise<T | undefined | false> | T | undefined | false,
	what: string,
	ms = 30_000,
): Promise<T> {
	const deadline = Date.now() + ms;
	while (Date.now() < deadline) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		await pause(200);
	}
	throw new Error(`Waited ${ms / 1000} s for ${what}, which did not happen`);
}
