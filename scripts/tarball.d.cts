export function givenTarball(): string | undefined;
export function packTarball(folder: string, source?: string): string;
export function unpack(tarball: string, folder: string, members?: string[]): void;
export function unpackBuild(tarball: string): void;
