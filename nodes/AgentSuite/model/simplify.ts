import type { IDataObject } from 'n8n-workflow';

/** A record in brief, while the field Simplify is on, which it adds. Without it, there is no such field. */
export type Simplify = (record: IDataObject) => IDataObject;

/** Whether Simplify is there, and on. */
export const isSimplified = (parameters: unknown): boolean =>
	(parameters as { simplify?: boolean } | undefined)?.simplify === true;
