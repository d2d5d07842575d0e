import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../model/record';

/** An article has a link once it is published. */
export const isPublished = ({ link }: IDataObject): boolean => textOf(link).trim() !== '';
