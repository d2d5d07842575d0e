/** Suffixes tell records with one identity apart, in their keys and in what the trigger stores. They are numbers of 32 bits. */

/** The suffix, or the next one that is free. 0 stands for none. */
export function freeSuffix(wanted: number, taken: ReadonlySet<number>): number {
	let suffix = wanted >>> 0;
	while (suffix === 0 || taken.has(suffix)) suffix = (suffix + 1) >>> 0;
	return suffix;
}
