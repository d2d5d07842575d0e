export const root: string;
export class PlainError extends Error {}
export function npmCommand(
	args: string[],
	runner?: string,
): [file: string, args: string[], options: { shell?: boolean }];
export function step<T>(title: string, work: () => T | Promise<T>): Promise<T>;
