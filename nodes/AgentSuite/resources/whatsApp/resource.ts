export const whatsAppResource = {
	name: 'WhatsApp',
	value: 'whatsApp',
	description: 'First WhatsApp message of an agent',
} as const;
