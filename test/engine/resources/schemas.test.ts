import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Ajv from 'ajv';
import type { IDataObject } from 'n8n-workflow';

import { expectWorking, useService, working } from '../../support/service';

const service = useService();
const ajv = new Ajv({ allErrors: true, strict: true, keywords: ['version'] });

/** The packed schema, without additional properties. */
function schemaOf(path: string): IDataObject {
	const folder = join(__dirname, '../../../dist/nodes/AgentSuite/__schema__/v1.0.0');
	const close = (schema: IDataObject): IDataObject => {
		const properties = Object.entries((schema.properties ?? {}) as Record<string, IDataObject>);
		if (schema.type !== 'object') return schema;
		return {
			...schema,
			properties: Object.fromEntries(properties.map(([name, entry]) => [name, close(entry)])),
			required: properties.map(([name]) => name),
			additionalProperties: false,
		};
	};
	return close(JSON.parse(readFileSync(join(folder, `${path}.json`), 'utf8')));
}

test.each(Object.keys(working))(
	'%s: the fields that can be dragged are those that come',
	async (id) => {
		const { json, error } = await service.run(id, working[id]);
		expectWorking(id, error ? `${error.message}.` : json[0] ? undefined : 'It returns no record.');
		const validate = ajv.compile(schemaOf(id.replace('.', '/')));
		for (const item of json) {
			validate(item);
			expect(validate.errors).toBeNull();
		}
		// A missing field is noticed too.
		expect(validate({ ...json[0], more: 1 })).toBe(false);
	},
);
