import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../records/record';

/** An article has a link once it is published. */
export const isPublished = ({ link }: IDataObject): boolean => textOf(link).trim() !== '';
