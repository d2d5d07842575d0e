import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Ajv from 'ajv';
import type { IDataObject } from 'n8n-workflow';

import * as events from '../../../nodes/AgentSuite/resources/events';
import type { Lead } from '../../../sandbox';
import { eventOutput } from '../../../scripts/docs/events';
import { useService, working } from '../../support/service';

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
		const { json } = await service.run(id, working[id]);
		const validate = ajv.compile(schemaOf(id.replace('.', '/')));
		expect(json.length).toBeGreaterThan(0);
		for (const item of json) {
			validate(item);
			expect(validate.errors).toBeNull();
		}
		// A missing field is noticed too.
		expect(validate({ ...json[0], more: 1 })).toBe(false);
	},
);

test.each(Object.keys(events))(
	'%s: the documented fields are those that come, in the same order',
	async (event) => {
		const { sandbox } = service;
		const entry = Object.values(events).find((one) => one.event === event)!;
		const [platform] = sandbox.platformIds;
		sandbox.updatePlatform(platform, { invalidConfig: false });
		const host = service.host({ event, options: {}, threshold: 1e6 });
		const atStart = await host.activate();
		const [{ id }] = sandbox.leadIds;
		if (event === 'leadCreated') sandbox.addLead();
		sandbox.updateLead(id, {
			status: (entry.sampleExtra?.status ?? 'interested') as Lead['status'],
		});
		sandbox.addArticle();
		sandbox.updatePlatform(platform, { invalidConfig: true });
		const items = (await host.poll()) ?? atStart ?? [];
		expect(items.length).toBeGreaterThan(0);
		const documented = Object.keys(eventOutput(entry));
		// Test events have the same fields.
		const shown = (await host.test()) ?? [];
		expect(shown.length).toBeGreaterThan(0);
		for (const item of [...items, ...shown]) expect(Object.keys(item)).toEqual(documented);
	},
);
