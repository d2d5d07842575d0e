import type { IDataObject } from 'n8n-workflow';

import { fieldsOf, isRecord } from '../../model/record';

/** The article with fields such as `platformName` instead of the embedded platform, as far as it has one. */
export function simplifiedArticle(article: IDataObject): IDataObject {
	const { platform, ...rest } = article;
	if (!isRecord(platform)) return platform === null ? rest : article;
	const { id, name, type, config } = platform;
	const ofPlatform = {
		platformName: name,
		platformType: type,
		platformId: id,
		platformConfig: config,
	};
	const known = Object.entries(ofPlatform).filter(([, value]) => value !== undefined);
	return { ...rest, ...Object.fromEntries(known) };
}

/** What a user looks for first. The content comes last, because it is long. */
const firstFields = ['title', 'link', 'platform', 'platformName', 'platformType', 'platformId'];

/** A new record in the order in which a user reads it. */
export function titleFirst(article: IDataObject): IDataObject {
	const { content, ...others } = article;
	const last = content === undefined ? {} : { content };
	return { ...fieldsOf(article, firstFields), ...others, ...last };
}
