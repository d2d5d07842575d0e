import type { IDataObject } from 'n8n-workflow';

import { defineEvent, type WatchedList } from '../../model/event';
import { textOf } from '../../model/record';
import { seoPlatformGetAll } from './getAll.operation';

const identity = ({ id, name, type }: IDataObject) =>
	id ? `id ${textOf(id)}` : `other ${textOf([name, type])}`;

const platforms: WatchedList = {
	name: 'platforms',
	operation: seoPlatformGetAll,
	newestFirst: false,
	identity,
	hasUniqueIdentity: true,
	parts: [
		{ name: 'identity', text: identity, isAlternateKey: true },
		{
			name: 'invalidConfig',
			text: ({ invalidConfig }) => (invalidConfig === true ? 'invalid' : 'valid'),
		},
	],
	alerts: true,
};

export const platformInvalid = defineEvent({
	event: 'platformInvalid',
	name: 'Platform Invalid',
	description: 'The configuration of an SEO platform becomes invalid',
	list: platforms,
	fields: [],
	emitExisting: 'option',
	// The only part is the validity, so it changed, or the platform is new.
	emit: (platform) => (platform.invalidConfig === true ? platform : undefined),
	emptyMessage: 'No SEO platform currently has an invalid configuration.',
	sampleExtra: { invalidConfig: true },
});
