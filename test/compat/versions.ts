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

/** Where the versions are installed; git ignores it. */
export const cache = join(root, '.data', 'compat');

/**
 * From the oldest that can load the package to the newest, in steps of about fifteen releases, as far as
 * n8n-core, the n8n-workflow that it names and what they need are all to be had. n8n 1.41 and before fail
 * at icons in a light and a dark form, which n8n's verification asks for. The newest is the n8n-core that
 * the project itself has installed.
 *
 * One more: install n8n-core and the n8n-workflow that it names in a folder of their own with
 * `legacy-peer-deps`, put its package.json and package-lock.json into engines/<n8n-core>, and a line into
 * matrix.json, in order.
 */
export const versions: Version[] = matrix;
