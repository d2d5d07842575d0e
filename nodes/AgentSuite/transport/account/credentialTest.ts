/** How long a success counts, ms. n8n repeats the test each time that someone opens the credential, and each one costs tokens. */
const SUCCESS_COUNTS_MS = 10 * 60_000;

/** The last test of the credential of an account. Its success counts for a time, until something else fails. Times are in ms. */
export class CredentialTest {
	private countsUntil = -Infinity;
	/** The test that can still succeed. */
	private begun?: object;

	/** Whether the last success still counts. */
	isPassed(now: number): boolean {
		return now < this.countsUntil;
	}

	/** One is sent. @returns it, for `pass` */
	begin(): object {
		return (this.begun = {});
	}

	/** It has succeeded. That does not count if something has failed since it began, or another one was sent. */
	pass(test: object, now: number): void {
		if (test === this.begun) this.countsUntil = now + SUCCESS_COUNTS_MS;
	}

	/** Something failed that can be of the credential, or of a pause, which a test can end. So the next test is really sent. */
	doubt(): void {
		this.begun = undefined;
		this.countsUntil = -Infinity;
	}
}
