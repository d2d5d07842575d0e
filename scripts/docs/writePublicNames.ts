/** Writes the names of a release to publicNames.json. A prerelease can still change its names. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { version } from '../../package.json';
import { publicNames } from './publicNames';

async function main(): Promise<void> {
	if (version.includes('-')) return;
	const path = join(__dirname, 'publicNames.json');
	const style = await resolveConfig(path);
	writeFileSync(path, await format(JSON.stringify(publicNames()), { ...style, parser: 'json' }));
}

void main();
