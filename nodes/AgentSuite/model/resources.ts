/** The resources of the node, in the order of the menu. */
export const resources = {
	article: { name: 'Article', description: 'Articles that SEO jobs have generated' },
	billing: { name: 'Billing', description: 'Active users and token balance of the account' },
	lead: { name: 'Lead', description: 'Leads from conversations of your agents' },
	seoPlatform: { name: 'SEO Platform', description: 'Websites that articles are published on' },
	snippet: { name: 'Snippet', description: 'Reusable texts of your agents' },
	whatsApp: { name: 'WhatsApp', description: 'How an agent opens a WhatsApp conversation' },
} as const satisfies Record<string, { name: string; description: string }>;

/** Saved in workflows: never change one. */
export type ResourceValue = keyof typeof resources;
