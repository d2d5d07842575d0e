// Generated from sandbox/openapi.yaml by `npm run generate`. Do not edit.

import type { Endpoint } from './operation';

export const endpoints = {
	'billing.getActiveUsers': {
		method: 'GET',
		path: '/billing/payments/getAllActivesUsers',
		tokens: 5,
		role: 'admin',
		response: {
			kind: 'list',
			field: 'users',
			documented: {
				id: 'user_01',
				email: 'dana.reyes@example.com',
				firstName: 'Dana',
				lastName: 'Reyes',
				role: 'admin',
				isActive: true,
				lastLoginAt: '2026-03-04T08:15:00.000Z',
			},
		},
	},
	'billing.getTokenBalance': {
		method: 'GET',
		path: '/billing-token/getTokenBalance',
		tokens: 1,
		response: {
			kind: 'record',
			documented: {
				mainTokenCount: 5000,
				extraTokenCount: 250,
				totalTokenCount: 5250,
				refillBalanceActive: true,
				refillBalanceUpTo: 5000,
				minBalanceBeforeRefill: 500,
				apiKey: 'example-key',
			},
			secrets: { paths: ['apiKey'] },
		},
	},
	'seoPlatform.create': {
		method: 'POST',
		path: '/seo/createPlatform',
		tokens: 5,
		response: {
			kind: 'record',
			documented: {
				id: 'plat_blog',
				name: 'Company blog',
				type: 'wordpress',
				config: {
					domain: 'blog.example.com',
					username: 'editor',
					applicationPassword: 'xxxx xxxx xxxx xxxx',
				},
				clientOrgId: 'org_northwind',
				invalidConfig: false,
			},
			secrets: { paths: ['config'], option: 'the connection settings of the platform' },
		},
	},
	'seoPlatform.getAll': {
		method: 'GET',
		path: '/seo/getPlatforms',
		tokens: 5,
		response: {
			kind: 'list',
			documented: {
				id: 'plat_blog',
				name: 'Company blog',
				type: 'wordpress',
				config: {
					domain: 'blog.example.com',
					username: 'editor',
					applicationPassword: 'xxxx xxxx xxxx xxxx',
				},
				clientOrgId: 'org_northwind',
				invalidConfig: false,
			},
			secrets: { paths: ['config'], option: 'the connection settings of the platform' },
		},
	},
	'article.getAll': {
		method: 'GET',
		path: '/seo/getArticles',
		tokens: 5,
		response: {
			kind: 'list',
			documented: {
				id: 'art_2041',
				clientOrgId: 'org_northwind',
				seoJobId: 'seo_job_4417',
				platform: {
					id: 'plat_blog',
					name: 'Company blog',
					type: 'wordpress',
					config: {
						domain: 'blog.example.com',
						username: 'editor',
						applicationPassword: 'xxxx xxxx xxxx xxxx',
					},
					clientOrgId: 'org_northwind',
					invalidConfig: false,
				},
				title: 'Ten ways to answer leads faster',
				content: '<p>Speed wins. Here is how.</p>',
				link: 'https://blog.example.com/answer-leads-faster',
				postId: '318',
			},
			secrets: { paths: ['platform.config'], option: 'the connection settings of the platform' },
		},
	},
	'article.getBySeoJob': {
		method: 'GET',
		path: '/seo/getArticlesBySeoJobId',
		query: ['seoJobId'],
		tokens: 5,
		response: {
			kind: 'list',
			documented: {
				id: 'art_2041',
				clientOrgId: 'org_northwind',
				seoJobId: 'seo_job_4417',
				platform: {
					id: 'plat_blog',
					name: 'Company blog',
					type: 'wordpress',
					config: {
						domain: 'blog.example.com',
						username: 'editor',
						applicationPassword: 'xxxx xxxx xxxx xxxx',
					},
					clientOrgId: 'org_northwind',
					invalidConfig: false,
				},
				title: 'Ten ways to answer leads faster',
				content: '<p>Speed wins. Here is how.</p>',
				link: 'https://blog.example.com/answer-leads-faster',
				postId: '318',
			},
			secrets: { paths: ['platform.config'], option: 'the connection settings of the platform' },
		},
	},
	'snippet.update': {
		method: 'PUT',
		path: '/agent/connector/snippet/{snippetId}',
		tokens: 5,
		response: {
			kind: 'record',
			documented: {
				id: 'snip_hours',
				name: 'Opening hours',
				description: 'When the office is open',
				content: 'We are open Monday to Friday, 9 am to 5 pm.',
				clientOrgId: 'org_northwind',
				createdAt: '2026-01-12T09:00:00.000Z',
				updatedAt: '2026-03-02T15:30:00.000Z',
			},
		},
	},
	'whatsApp.setFirstMessage': {
		method: 'PUT',
		path: '/agent/connector/whatsapp/set-whatsapp-first-message',
		tokens: 5,
		response: { kind: 'confirmation', documented: { message: 'First message updated' } },
	},
	'lead.getAll': {
		method: 'GET',
		path: '/agent/lead',
		tokens: 5,
		response: {
			kind: 'list',
			field: 'leads',
			documented: {
				agentConversationId: 'conv_7f3a91',
				clientOrgId: 'org_northwind',
				firstName: 'Amelia',
				lastName: 'Hart',
				email: 'amelia.hart@example.com',
				phone: '+1 555 0101',
				status: 'interested',
			},
		},
	},
	'lead.get': {
		method: 'GET',
		path: '/agent/lead/{leadId}',
		tokens: 5,
		response: {
			kind: 'record',
			documented: {
				agentConversationId: 'conv_7f3a91',
				clientOrgId: 'org_northwind',
				firstName: 'Amelia',
				lastName: 'Hart',
				email: 'amelia.hart@example.com',
				phone: '+1 555 0101',
				status: 'interested',
			},
		},
	},
} as const satisfies Record<string, Endpoint>;
