/** Reads n8n's flat form of an execution, a list whose strings are indexes of that list. */
export function unflatten(text: string): unknown {
	const list = JSON.parse(text) as unknown[];
	const seen = new Map<number, unknown>();
	const resolve = (value: unknown): unknown =>
		typeof value === 'string' ? at(Number(value)) : value;
	function at(index: number): unknown {
		if (seen.has(index)) return seen.get(index);
		const value = list[index];
		if (typeof value !== 'object' || value === null) return value;
		const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
		seen.set(index, copy);
		for (const [key, inner] of Object.entries(value)) Reflect.set(copy, key, resolve(inner));
		return copy;
	}
	return at(0);
}
