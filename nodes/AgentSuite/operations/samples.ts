import type { components } from '../model/service';

type Schemas = components['schemas'];

/** A lead from the API documentation. It has no `id`, although Get needs one in its path. */
export const leadSample = {
	agentConversationId: 'conv_7f3a91',
	clientOrgId: 'org_northwind',
	firstName: 'Amelia',
	lastName: 'Hart',
	email: 'amelia.hart@example.com',
	phone: '+1 555 0101',
	status: 'interested',
} satisfies Schemas['Lead'];

export const snippetSample = {
	id: 'snip_hours',
	name: 'Opening hours',
	description: 'When the office is open',
	content: 'We are open Monday to Friday, 9 am to 5 pm.',
	clientOrgId: 'org_northwind',
	createdAt: '2026-01-12T09:00:00.000Z',
	updatedAt: '2026-03-02T15:30:00.000Z',
} satisfies Schemas['Snippet'];

export const platformSample = {
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
} satisfies Schemas['Platform'];

export const articleSample = {
	id: 'art_2041',
	clientOrgId: 'org_northwind',
	seoJobId: 'job_spring',
	platform: platformSample,
	title: 'Ten ways to answer leads faster',
	content: '<p>Speed wins. Here is how.</p>',
	link: 'https://blog.example.com/answer-leads-faster',
	postId: '318',
} satisfies Schemas['Article'];

export const activeUserSample = {
	id: 'user_01',
	email: 'dana.reyes@example.com',
	firstName: 'Dana',
	lastName: 'Reyes',
	role: 'admin',
	isActive: true,
	lastLoginAt: '2026-03-04T08:15:00.000Z',
} satisfies Schemas['ActiveUser'];

export const tokenBalanceSample = {
	mainTokenCount: 5000,
	extraTokenCount: 250,
	totalTokenCount: 5250,
	refillBalanceActive: true,
	refillBalanceUpTo: 5000,
	minBalanceBeforeRefill: 500,
	apiKey: 'example-key',
} satisfies Schemas['TokenBalance'];
