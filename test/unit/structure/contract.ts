/** One operation as the world sees it: `DESIGN.md`, "Public names". Saved workflows hold these names. */
export interface PublicOperation {
	resource: string;
	operation: string;
	route: string;
	parameters: string[];
	/** In `options`, besides those that every operation has. */
	options?: string[];
}

export const commonOptions = ['maxTokens', 'maxWait', 'reuseReads', 'timeout'];

const page = ['returnAll', 'limit'];
const secrets = ['includeSecrets'];

/** Fixed: change it only together with a new version of the node. */
export const publicOperations: PublicOperation[] = [
	{
		resource: 'lead',
		operation: 'get',
		route: 'GET /agent/lead/{id}',
		parameters: ['leadId'],
	},
	{
		resource: 'lead',
		operation: 'getAll',
		route: 'GET /agent/lead',
		parameters: [...page, 'filters.status', 'filters.email', 'filters.phone'],
	},
	{
		resource: 'snippet',
		operation: 'update',
		route: 'PUT /agent/connector/snippet/{id}',
		parameters: [
			'snippetId',
			'updateFields.name',
			'updateFields.description',
			'updateFields.content',
		],
	},
	{
		resource: 'whatsApp',
		operation: 'setFirstMessage',
		route: 'PUT /agent/connector/whatsapp/set-whatsapp-first-message',
		parameters: ['agentId', 'firstMessage'],
	},
	{
		resource: 'seoPlatform',
		operation: 'create',
		route: 'POST /seo/createPlatform',
		parameters: [
			'name',
			'platformType',
			'customType',
			'domain',
			'username',
			'applicationPassword',
			'config',
		],
		options: secrets,
	},
	{
		resource: 'seoPlatform',
		operation: 'getAll',
		route: 'GET /seo/getPlatforms',
		parameters: [...page, 'filters.type', 'filters.invalidOnly'],
		options: secrets,
	},
	{
		resource: 'article',
		operation: 'getAll',
		route: 'GET /seo/getArticles',
		parameters: [...page, 'simplify'],
		options: secrets,
	},
	{
		resource: 'article',
		operation: 'getBySeoJob',
		route: 'GET /seo/getArticlesBySeoJobId',
		parameters: ['seoJobId', ...page, 'simplify'],
		options: secrets,
	},
	{
		resource: 'billing',
		operation: 'getActiveUsers',
		route: 'GET /billing/payments/getAllActivesUsers',
		parameters: page,
	},
	{
		resource: 'billing',
		operation: 'getTokenBalance',
		route: 'GET /billing-token/getTokenBalance',
		parameters: [],
		options: secrets,
	},
];
