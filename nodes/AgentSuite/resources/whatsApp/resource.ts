export const whatsAppResource = {
	name: 'WhatsApp',
	value: 'whatsApp',
	description: 'First WhatsApp message of an agent',
	preselected: 'whatsApp.setFirstMessage',
} as const;
