/**
 * Scans the same files as n8n's verification: the sources in git, and the packed tarball. Both
 * parts are those of `@n8n/scan-community-package`, which scans a version published on npm.
 * This scan needs no registry. Fails if anything is reported, or if there was nothing to scan.
 *
 * Needs a built `dist`. With PACKAGE_TARBALL in the environment that tarball is scanned instead.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { main } from '../shared';
import { copySources } from './sources';
import { packTarball, unpack } from './tarball';

/** A part of the scan: its title, its folder, what to scan in it, and how to fill it. */
type Leg = [title: string, name: string, patterns: string[], fill: (folder: string) => void];

/** What is used of the scanner, which has no types. */
interface Scanner {
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
	SOURCE_FILE_PATTERNS: string[];
}

void main(async () => {
	const scratch = mkdtempSync(join(tmpdir(), 'agent-suite-scan-'));
	// The scanner creates a temporary folder when it is loaded, and does not remove it.
	Object.assign(process.env, { TMPDIR: scratch, TEMP: scratch, TMP: scratch });
	try {
		const name = '@n8n/scan-community-package/scanner/scanner.mjs';
		const { analyzePackage, SOURCE_FILE_PATTERNS } = (await import(name)) as Scanner;
		const legs: Leg[] = [
			['Sources', 'sources', SOURCE_FILE_PATTERNS, copySources],
			[
				'Tarball',
				'package',
				['**/*.js', 'package.json'],
				(folder) => unpack(packTarball(scratch), folder),
			],
		];
		let code = 0;
		for (const [title, name, patterns, fill] of legs) {
			const folder = join(scratch, name);
			mkdirSync(folder);
			fill(folder);
			const { passed, message, details = '' } = await analyzePackage(folder, patterns);
			// "No files found to analyze" counts as passed there.
			const clean = passed && message === undefined;
			console.log(`${title}: ${clean ? 'nothing reported' : message}`);
			if (!clean) {
				console.error(details.replaceAll(`${folder}/`, ''));
				code = 1;
			}
		}
		return code;
	} finally {
		rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
	}
});
