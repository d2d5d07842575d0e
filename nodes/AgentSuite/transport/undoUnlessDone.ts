/**
 * Runs a task, and undoes what was done for it if it throws, also after Stop. n8n's linter allows no `catch` that throws again.
 */
export async function undoUnlessDone<T>(task: () => Promise<T>, undo: () => void): Promise<T> {
	let isDone = false;
	try {
		const result = await task();
		isDone = true;
		return result;
	} finally {
		if (!isDone) undo();
	}
}
