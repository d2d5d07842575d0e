/**
 * Tokens that can be used up: those of one execution, or of one day. Each request reserves its tokens before it is sent and
 * settles them afterwards, so that requests in progress cannot exceed the limit together.
 */
export class Budget {
	private tokensUsed = 0;
	private tokensReserved = 0;

	/** The tokens that were charged, or might have been. */
	get used(): number {
		return this.tokensUsed;
	}

	/** The tokens of requests in progress. */
	get reserved(): number {
		return this.tokensReserved;
	}

	/**
	 * Why a request cannot reserve so many tokens. Undefined if it can.
	 * @returns `dependsOnThoseInProgress` if they only fit when requests in progress cost less than they have reserved
	 */
	lackOf(tokens: number, limit: number): 'exceeded' | 'dependsOnThoseInProgress' | undefined {
		if (this.used + tokens > limit) return 'exceeded';
		return this.used + this.reserved + tokens > limit ? 'dependsOnThoseInProgress' : undefined;
	}

	reserve(tokens: number): void {
		this.tokensReserved += tokens;
	}

	/** @param used how many of the reserved tokens were charged, or might have been */
	settle(reserved: number, used: number): void {
		this.tokensReserved -= reserved;
		this.tokensUsed += used;
	}

	/** Adopts what was used elsewhere, if that is more. */
	adopt(used: number): void {
		this.tokensUsed = Math.max(this.tokensUsed, used);
	}
}
