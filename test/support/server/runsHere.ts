import { join } from 'node:path';

import { readJson } from '../../../playground/files';
import { readExample } from '../../../playground/workflows';
import { byVersion, minimumN8n } from '../../../scripts/docs/minimumN8n';

/** The n8n of the version matrix, if the tests run on that. */
const folder = process.env.COMPAT_SERVER;
const version =
	folder &&
	readJson<{ version: string }>(join(folder, 'node_modules', 'n8n', 'package.json')).version;

/** Whether the n8n under test has what a recipe needs, as the README says. */
export const runsHere = (file: string): boolean =>
	version === undefined || byVersion(minimumN8n(readExample(file)), version) <= 0;

/*
 * For tests of one recipe. An older n8n of the version matrix cannot run it, so they are skipped there, which
 * `npm run test:compat` lists by name. On the n8n of the project, `runsHere` is always true.
 */
export const testOf = (file: string) => (runsHere(file) ? test : test.skip);
export const describeOf = (file: string) => (runsHere(file) ? describe : describe.skip);
