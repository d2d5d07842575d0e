// Generated from sandbox/openapi.yaml by `npm run generate`. Do not edit.

import type { Endpoint } from './operation';

export const endpoints = {
	'billing.getActiveUsers': {
		id: 'billing.getActiveUsers',
		method: 'GET',
		path: '/billing/payments/getAllActivesUsers',
		tokens: 5,
		role: 'admin',
	},
	'billing.getTokenBalance': {
		id: 'billing.getTokenBalance',
		method: 'GET',
		path: '/billing-token/getTokenBalance',
		tokens: 1,
	},
	'seoPlatform.create': {
		id: 'seoPlatform.create',
		method: 'POST',
		path: '/seo/createPlatform',
		tokens: 5,
	},
	'seoPlatform.getAll': {
		id: 'seoPlatform.getAll',
		method: 'GET',
		path: '/seo/getPlatforms',
		tokens: 5,
	},
	'article.getAll': { id: 'article.getAll', method: 'GET', path: '/seo/getArticles', tokens: 5 },
	'article.getBySeoJob': {
		id: 'article.getBySeoJob',
		method: 'GET',
		path: '/seo/getArticlesBySeoJobId',
		tokens: 5,
	},
	'snippet.update': {
		id: 'snippet.update',
		method: 'PUT',
		path: '/agent/connector/snippet/{snippetId}',
		tokens: 5,
	},
	'whatsApp.setFirstMessage': {
		id: 'whatsApp.setFirstMessage',
		method: 'PUT',
		path: '/agent/connector/whatsapp/set-whatsapp-first-message',
		tokens: 5,
	},
	'lead.getAll': { id: 'lead.getAll', method: 'GET', path: '/agent/lead', tokens: 5 },
	'lead.get': { id: 'lead.get', method: 'GET', path: '/agent/lead/{leadId}', tokens: 5 },
} as const satisfies Record<string, Endpoint>;
