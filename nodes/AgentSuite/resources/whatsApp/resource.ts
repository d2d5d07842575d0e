import { endpoints } from '../../model/endpoints';
import type { Resource } from '../../model/operation';

export const whatsAppResource = {
	name: 'WhatsApp',
	value: 'whatsApp',
	description: 'First WhatsApp message of an agent',
	preselected: endpoints['whatsApp.setFirstMessage'].id,
} as const satisfies Resource;
