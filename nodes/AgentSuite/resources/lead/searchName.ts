import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../model/record';
import { foldName } from '../search';

/**
 * Indexes leads by name, for `RecordList.once`.
 * @returns the search: the leads whose first and last name contain every word of the text. A text without letters and
 * digits matches nothing.
 */
export function searchName(leads: IDataObject[]) {
	const names = leads.map((lead) => foldName(`${textOf(lead.firstName)} ${textOf(lead.lastName)}`));
	return (text: string): IDataObject[] => {
		const words = foldName(text).split(/\s+/).filter(Boolean);
		if (words.length === 0) return [];
		return leads.filter((_lead, index) => words.every((word) => names[index].includes(word)));
	};
}
