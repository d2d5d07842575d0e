import { join } from 'node:path';

import { root } from '../../playground/n8n';
import matrix from './matrix.json';

/** A version of n8n to test the package with. */
export interface Version {
	/** The release of n8n. */
	n8n: string;
	/** The version of n8n-core in this release. */
	core: string;
	/** The folder of the clone with a complete n8n of this release, if that is tested too. */
	server?: string;
}

/** The folder where the versions are installed. Git ignores it. */
export const cache = join(root, '.data', 'compat');

/**
 * Each is the first or last version with a difference for the package: 1.49 is the oldest that can be installed (n8n
 * 1.41 and earlier fail at icons in a light and a dark form), 1.78 the first with items in order after an error output,
 * 1.88 the first with hints, 1.123 the last of 1.x and the first with allowed domains, 2.0 the first of 2.x. The newest
 * is the n8n-core of the project itself. Versions between them had the same results.
 *
 * To add a version, install n8n-core and its n8n-workflow in a separate folder with `legacy-peer-deps`. Put the
 * package.json and package-lock.json into engines/<n8n-core>, and add a line to matrix.json, in order.
 */
export const versions: Version[] = matrix;
