/** In random order, each order as likely (Fisher and Yates). @param random in [0, 1) */
export function shuffled<T>(values: readonly T[], random: () => number): T[] {
	const result = [...values];
	for (let last = result.length - 1; last > 0; last--) {
		const other = Math.floor(random() * (last + 1));
		[result[last], result[other]] = [result[other], result[last]];
	}
	return result;
}
