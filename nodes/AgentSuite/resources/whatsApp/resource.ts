export const whatsApp = {
	name: 'WhatsApp',
	value: 'whatsApp',
	description: 'First WhatsApp message of an agent',
} as const;
