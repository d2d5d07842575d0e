/** The sources as git has them, without build output and node_modules. */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { git, root } from '../shared';

/**
 * Copies files that git tracks or would add.
 * @param target a folder
 * @param paths files and folders to copy, all by default
 */
export function copySources(target: string, paths: string[] = []): void {
	const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
	for (const file of git(args).split('\0')) {
		if (file === '' || !existsSync(join(root, file))) continue;
		mkdirSync(dirname(join(target, file)), { recursive: true });
		cpSync(join(root, file), join(target, file));
	}
}
