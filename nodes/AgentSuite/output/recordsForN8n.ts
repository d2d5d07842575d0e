import type { IDataObject } from 'n8n-workflow';

import { copyOf } from '../model/record';
import { withErrorRenamed } from './workarounds';

/** Records as they are in the output: copies, because nodes that follow can change them, and without a field `error`. */
export const recordsForN8n = (records: IDataObject[]): IDataObject[] =>
	records.map((record) => withErrorRenamed(copyOf(record)));
