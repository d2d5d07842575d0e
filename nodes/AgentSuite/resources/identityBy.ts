import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../model/record';

/** The identity of records that have an ID. Should the service ever leave it out, these fields together identify one. */
export const identityBy =
	(...names: string[]) =>
	(record: IDataObject): string =>
		record.id ? `id ${textOf(record.id)}` : `other ${textOf(names.map((name) => record[name]))}`;
