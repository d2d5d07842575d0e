import { defineResource } from '../../define/defineOperation';

export const whatsAppResource = defineResource('whatsApp', {
	name: 'WhatsApp',
	description: 'First WhatsApp message of an agent',
	preselected: 'setFirstMessage',
});
