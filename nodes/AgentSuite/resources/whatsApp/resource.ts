import type { Resource } from '../../model/operation';

export const whatsAppResource = {
	name: 'WhatsApp',
	value: 'whatsApp',
	description: 'First WhatsApp message of an agent',
	preselected: 'whatsApp.setFirstMessage',
} as const satisfies Resource;
