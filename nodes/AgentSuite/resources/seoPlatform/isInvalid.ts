import type { IDataObject } from 'n8n-workflow';

/** Whether the service says that the connection settings of a platform do not work. */
export const isInvalid = ({ invalidConfig }: IDataObject): boolean => invalidConfig === true;
