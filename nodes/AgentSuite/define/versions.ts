/** Fields of one name, one for each version of the node: a later version can have another default. */

import { NodeHelpers, type INodeProperties } from 'n8n-workflow';

import type { Field } from '../model/field';

type Fields = readonly Field[];

/** Whether no version of the node has two of the fields, so that they can have the same name. */
export const excludeEachOther = (fields: Fields): boolean =>
	versionsOf(fields).every(
		(version) => fields.filter((field) => isOfVersion(field, version)).length <= 1,
	);

/** Whether the conditions of a field about the version of the node, without its others, show it. */
function isOfVersion(field: Field, typeVersion: number): boolean {
	const { show, hide } = field.displayOptions ?? {};
	const displayOptions = {
		...(show?.['@version'] && { show: { '@version': show['@version'] } }),
		...(hide?.['@version'] && { hide: { '@version': hide['@version'] } }),
	};
	const shown = { ...field, displayOptions } as INodeProperties;
	return NodeHelpers.displayParameter({}, shown, { typeVersion }, null);
}

/** Each version that a condition names, and one on either side of it. A field without a condition is of any. */
function versionsOf(fields: Fields): number[] {
	const conditions = fields.map(({ displayOptions: { show, hide } = {} }) => [
		show?.['@version'],
		hide?.['@version'],
	]);
	const named = JSON.stringify(conditions).match(/\d+(?:\.\d+)?/g) ?? ['1'];
	return named.map(Number).flatMap((version) => [version - 0.01, version, version + 0.01]);
}
