/**
 * The results of a task for each index below `count`, at most `width` at a time, in order of index.
 * After a failure, no further task starts, but it waits for the tasks in progress.
 * @throws the error of the failed task with the lowest index
 */
export async function mapIndexes<Result>(
	count: number,
	width: number,
	task: (index: number) => Promise<Result>,
): Promise<Result[]> {
	let next = 0;
	const results: Result[] = [];
	/** By index, so that they are in order. */
	const failures: unknown[] = [];
	const work = async () => {
		while (next < count && failures.length === 0) {
			const index = next++;
			try {
				results[index] = await task(index);
			} catch (error) {
				failures[index] = error;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, count) }, work));
	if (failures.length > 0) throw Object.values(failures)[0];
	return results;
}
