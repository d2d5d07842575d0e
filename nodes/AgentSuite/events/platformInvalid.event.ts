import { seoPlatformGetAll } from '../operations/seoPlatform/getAll.operation';
import { defineEvent } from '../model/event';

export const platformInvalid = defineEvent({
	event: 'platformInvalid',
	name: 'Platform Invalid',
	description: 'The configuration of an SEO platform has turned invalid',
	operation: seoPlatformGetAll,
	newestFirst: false,
	fields: [],
	identity: ({ id, name, type }) =>
		id ? `id ${String(id)}` : `other ${JSON.stringify([name, type])}`,
	unique: true,
	parts: [
		{
			name: 'config',
			word: ({ invalidConfig }) => (invalidConfig === true ? 'invalid' : 'valid'),
		},
	],
	existing: true,
	// A part has changed, and there is only one; or the platform is new.
	emit: (platform) => (platform.invalidConfig === true ? platform : undefined),
	preview: (platform) => (platform.invalidConfig === true ? platform : undefined),
	nothing: 'No platform has an invalid configuration at the moment, so there is none to show.',
	adds: { invalidConfig: true },
});
