import type { IDataObject } from 'n8n-workflow';

import { isRecord, pickFields } from '../../records/record';

/** What a user looks for first. */
const firstFields = ['title', 'link', 'platformName', 'platformType', 'platformId'];

/** The article as a user reads it: the title first, the content last, and what a user needs of the embedded platform beside them. */
export function simplifiedArticle(article: IDataObject): IDataObject {
	const { content, ...others } = withoutPlatform(article);
	const last = content === undefined ? {} : { content };
	return { ...pickFields(others, firstFields), ...others, ...last };
}

/** Fields such as `platformName` instead of the embedded platform, as far as it has one. */
function withoutPlatform(article: IDataObject): IDataObject {
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
