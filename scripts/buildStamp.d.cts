export type BuildKind = 'release' | 'development';

export function hashOf(paths: string[], base?: string): string;
export function writeStamp(kind: BuildKind): void;
export function isFresh(kind: BuildKind): boolean;
