import { join } from 'node:path';

import { root } from '../../playground/n8n';
import matrix from './matrix.json';

/** An n8n that the package is run by. */
export interface Version {
	/** The release of n8n. */
	n8n: string;
	/** The n8n-core that this release names. */
	core: string;
	/** Where a complete n8n of this release is installed, if that runs, too: a folder of the clone. */
	server?: string;
}

/** Where the versions are installed. Git ignores it. */
export const cache = join(root, '.data', 'compat');

/**
 * Each is the first or the last of something that the package notices: 1.49 is the oldest that can be had (n8n
 * 1.41 and before fail at icons in a light and a dark form), 1.78 the first with items in order behind an error
 * output, 1.88 the first with hints, 1.123 the last of 1.x and the first with allowed domains, 2.0 the first of
 * 2.x. The newest is the n8n-core that the project itself has installed. Versions between them gave the same.
 *
 * One more: install n8n-core and the n8n-workflow that it names in a folder of their own with
 * `legacy-peer-deps`, put its package.json and package-lock.json into engines/<n8n-core>, and a line into
 * matrix.json, in order.
 */
export const versions: Version[] = matrix;
