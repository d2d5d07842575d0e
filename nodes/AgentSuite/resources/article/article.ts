import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../model/record';
import type { Field, RecordList } from '../../model/operation';
import { manyRecords } from '../../model/response';
import { applyLimit, listFields } from '../list';
import { article, articleSample } from './resource';

export const simplifyField = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	hint: 'Only the platform is simplified. The content keeps its HTML',
} as const satisfies Field;

/** Fields of every operation that returns articles. */
export const articleFields = [...listFields, simplifyField] as const satisfies readonly Field[];

/** The article with `platformId`, `platformName`, and `platformType` instead of the embedded platform. */
export function simplified(article: IDataObject): IDataObject {
	const { platform, ...rest } = article;
	const { id, name, type } = isRecord(platform) ? platform : {};
	return { ...rest, platformId: id, platformName: name, platformType: type };
}

/** Shared by all operations that return articles. */
export const articleRead = {
	...article,
	method: 'GET',
	tokens: 5,
	idempotent: true,
	secrets: ['platform.config'],
	records: manyRecords(articleSample, 'articles'),
	items(
		{ records }: RecordList,
		{ simplify, ...page }: { simplify: boolean; returnAll: boolean; limit?: number },
	): IDataObject[] {
		const asked = applyLimit(records, page);
		return simplify ? asked.map(simplified) : asked;
	},
	sample: articleSample,
} as const;
