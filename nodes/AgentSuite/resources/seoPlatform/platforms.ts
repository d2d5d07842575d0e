import { uniqueIdentity, type WatchedList } from '../../model/event';
import { seoPlatformGetAll } from './getAll.operation';

export const platforms: WatchedList = {
	name: 'platforms',
	operation: seoPlatformGetAll,
	newestFirst: false,
	identity: ({ id, name, type }) =>
		id ? `id ${String(id)}` : `other ${JSON.stringify([name, type])}`,
	parts: [
		uniqueIdentity,
		{
			kind: 'literal',
			name: 'invalidConfig',
			literal: ({ invalidConfig }) => (invalidConfig === true ? 'invalid' : 'valid'),
		},
	],
	alerts: true,
};
