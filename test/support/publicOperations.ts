import type { IDataObject } from 'n8n-workflow';

/** The public names of an operation, which saved workflows contain. */
export interface PublicOperation {
	/** Method and path. */
	route: string;
	/** Its own parameters. Those in a collection as `collection.name`. */
	parameters: string[];
	/** Its own options, in addition to the shared ones. */
	options?: string[];
	/** Parameters with which it works against the seed of the sandbox. */
	works: IDataObject;
	/** The resulting request: query, body, and the path if it differs from the route. */
	sends?: { path?: string; query?: IDataObject; body?: IDataObject };
}

export const commonOptions = ['maxTokens', 'maxWait', 'reuseReads', 'timeout'];

const page = ['returnAll', 'limit'];
const secrets = ['includeSecrets'];

/**
 * Every operation by `resource.operation`. Routes and names are fixed once they are released. Change them only with a
 * new version of the node.
 */
export const publicOperations: Record<string, PublicOperation> = {
	'article.getAll': {
		route: 'GET /seo/getArticles',
		parameters: [...page, 'simplify'],
		options: secrets,
		works: {},
	},
	'article.getBySeoJob': {
		route: 'GET /seo/getArticlesBySeoJobId',
		parameters: ['seoJobId', ...page, 'simplify'],
		options: secrets,
		works: { seoJobId: 'seo_job_4417' },
		sends: { query: { seoJobId: 'seo_job_4417' } },
	},
	'billing.getActiveUsers': {
		route: 'GET /billing/payments/getAllActivesUsers',
		parameters: page,
		works: {},
	},
	'billing.getTokenBalance': {
		route: 'GET /billing-token/getTokenBalance',
		parameters: [],
		options: secrets,
		works: {},
	},
	'lead.get': {
		route: 'GET /agent/lead/{id}',
		parameters: ['leadId'],
		works: { leadId: 'lead_8f2k1a' },
		sends: { path: '/agent/lead/lead_8f2k1a' },
	},
	'lead.getAll': {
		route: 'GET /agent/lead',
		parameters: [...page, 'filters.status', 'filters.email', 'filters.phone'],
		works: {},
	},
	'seoPlatform.create': {
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
		options: [...secrets, 'skipIfExists'],
		works: {
			name: 'Blog',
			domain: 'blog.example.com',
			username: 'editor',
			applicationPassword: 'pass word 1234',
		},
		sends: {
			body: {
				name: 'Blog',
				type: 'wordpress',
				config: {
					domain: 'blog.example.com',
					username: 'editor',
					applicationPassword: 'pass word 1234',
				},
			},
		},
	},
	'seoPlatform.getAll': {
		route: 'GET /seo/getPlatforms',
		parameters: [...page, 'filters.type', 'filters.invalidOnly'],
		options: secrets,
		works: {},
	},
	'snippet.update': {
		route: 'PUT /agent/connector/snippet/{id}',
		parameters: [
			'snippetId',
			'updateFields.name',
			'updateFields.description',
			'updateFields.content',
		],
		options: ['clearEmptyFields'],
		works: { snippetId: 'snip_hours', updateFields: { name: 'Hours' } },
		sends: { path: '/agent/connector/snippet/snip_hours', body: { name: 'Hours' } },
	},
	'whatsApp.setFirstMessage': {
		route: 'PUT /agent/connector/whatsapp/set-whatsapp-first-message',
		parameters: ['agentId', 'firstMessage'],
		works: { agentId: 'agent_sales', firstMessage: 'Hello' },
		sends: { body: { agent_id: 'agent_sales', first_message: 'Hello' } },
	},
};

/** By operation, the parameters with which it works against the seed of the sandbox. */
export const working: Record<string, IDataObject> = Object.fromEntries(
	Object.entries(publicOperations).map(([id, { works }]) => [id, works]),
);
