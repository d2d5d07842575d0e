import type { IDataObject } from 'n8n-workflow';

/** Parameters with which each of the ten operations works against the seed of the sandbox. */
export const working: Record<string, IDataObject> = {
	'article.getAll': {},
	'article.getBySeoJob': { seoJobId: 'seo_job_4417' },
	'billing.getActiveUsers': {},
	'billing.getTokenBalance': {},
	'lead.get': { leadId: 'lead_8f2k1a' },
	'lead.getAll': {},
	'seoPlatform.create': {
		name: 'Blog',
		domain: 'blog.example.com',
		username: 'editor',
		applicationPassword: 'pass word 1234',
	},
	'seoPlatform.getAll': {},
	'snippet.update': { snippetId: 'snip_hours', updateFields: { name: 'Hours' } },
	'whatsApp.setFirstMessage': { agentId: 'agent_sales', firstMessage: 'Hello' },
};
