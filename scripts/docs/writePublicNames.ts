/** Writes the names of a release to publicNames.json. A prerelease can still change its names. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { version } from '../../package.json';
import { publicNames } from './publicNames';

if (!version.includes('-')) {
	const text = `${JSON.stringify(publicNames(), null, 2)}\n`;
	writeFileSync(join(__dirname, 'publicNames.json'), text);
}
