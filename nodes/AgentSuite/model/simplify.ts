import type { IDataObject } from 'n8n-workflow';

/** Makes a record brief, if the user has the field Simplify on. What declares one has that field. */
export type Simplify = (record: IDataObject) => IDataObject;

/** Whether Simplify is there, and on. */
export const isSimplified = (parameters: unknown): boolean =>
	(parameters as { simplify?: boolean } | undefined)?.simplify === true;
