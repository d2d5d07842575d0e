import type { IDataObject } from 'n8n-workflow';

/** The parameter Config, as n8n saves rows of a key and a value. */
export const settingsOf = (config: object): IDataObject => ({
	settings: Object.entries(config).map(([key, value]: [string, unknown]) => ({ key, value })),
});
