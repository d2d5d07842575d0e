import { uniqueIdentity, type WatchedList } from '../../model/event';
import { textOf } from '../../model/record';
import { seoPlatformGetAll } from './getAll.operation';

export const platforms: WatchedList = {
	name: 'platforms',
	operation: seoPlatformGetAll,
	newestFirst: false,
	identity: ({ id, name, type }) => (id ? `id ${textOf(id)}` : `other ${textOf([name, type])}`),
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
