import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import * as table from '../../../nodes/AgentSuite/resources/operations';
import { runTool } from '../../support/agent';
import { useService, working } from '../../support/service';
import { settingsOf } from '../../support/settingsOf';

const service = useService();

/** Deeper than JSON can write. */
const nested = `${'{"a":'.repeat(6000)}1${'}'.repeat(6000)}`;

/** Values, as JSON, that break code which expects a text. */
const odd = fc.constantFrom(
	...['null', '""', '0', '-1.5', 'true', '[]', '[[]]', '{}', '"\\ud800"', '"#2"', nested],
	...['{"toString":"x"}', '{"toString":null,"valueOf":1}', '{"toJSON":"x"}', '{"length":1}'],
	...['{"__proto__":{"toString":1}}', '["a",{"b":null}]'],
);
const value = fc.oneof(odd, fc.json());

/** A record as JSON, with this JSON in one of its fields. */
const withField = (record: object, field: string, json: string) =>
	JSON.stringify({ ...record, [field]: 'the value' }).replace('"the value"', () => json);

const lists = Object.values(table)
	.filter(({ response }) => response.kind === 'list')
	.map(({ id, response, filters }) => ({
		id,
		sample: response.documented,
		hasFilters: filters.length > 0,
	}));

/** The field of the response that contains the list of an operation. Undefined if the response is the list. */
function fieldOf(id: string): string | undefined {
	const { readRecords } = Object.values(table).find((one) => one.id === id)!;
	try {
		readRecords([]);
		return undefined;
	} catch (error) {
		return /the list '(\w+)'/.exec((error as Error).message)![1];
	}
}

function respondWith(id: string, ...records: string[]): void {
	const list = `[${records.join()}]`;
	const field = fieldOf(id);
	const body = field === undefined ? list : `{"${field}":${list}}`;
	service.sandbox.addFault({ kind: 'garbage', contentType: 'application/json', body, times: null });
}

test.each(lists)(
	'$id: a record with any value in any field does not stop the others',
	async ({ id, sample, hasFilters }) => {
		const filters = { email: 'amelia.hart@example.com', phone: '15550101', status: ['interested'] };
		const anyCase = fc.record({
			field: fc.constantFrom(...Object.keys(sample), 'undocumented'),
			value,
			items: fc.constantFrom<IDataObject[]>([{}], [{}, {}]),
			filtered: fc.boolean(),
			simplify: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(anyCase, async (one) => {
				service.sandbox.reset();
				// The sample has all fields, so it is always found.
				respondWith(id, withField(sample, one.field, one.value), JSON.stringify(sample));
				const own = id === 'lead.getAll' ? filters : { type: 'wordpress' };
				const { json, error } = await service.run(
					id,
					{
						...working[id],
						returnAll: true,
						...(id.startsWith('article') && { simplify: one.simplify }),
						...(hasFilters && one.filtered && { filters: own }),
					},
					{ items: one.items },
				);
				expect(error?.message).toBeUndefined();
				expect(json.length).toBeGreaterThanOrEqual(one.items.length);
				if (!hasFilters || !one.filtered) expect(json).toHaveLength(2 * one.items.length);
				const found = json.at(-1)!;
				const [key] = Object.keys(sample);
				expect(found[key]).toBe(sample[key]);
			}),
			{ numRuns: 60 },
		);
	},
	60_000,
);

test('a model reads as much of such a record as JSON can write', async () => {
	const lead = table.leadGetAll.response.documented;
	respondWith('lead.getAll', withField(lead, 'more', nested), JSON.stringify(lead));
	const parameters = { resource: 'lead', operation: 'getAll' };
	const { observation } = await runTool(service.loader, 'node', parameters, service.credential());
	const [{ note }, ...leads] = JSON.parse(observation) as IDataObject[];
	expect(note).toContain('Shows 2 of 2 records');
	expect(leads).toHaveLength(2);
});

test('a config of 130,000 entries is sent', async () => {
	const config = Object.fromEntries(
		Array.from({ length: 130_000 }, (_, at) => [`k${at}`, `v${at}`]),
	);
	const parameters = { name: 'Shop', platformType: 'wix', config: settingsOf({ config }) };
	const { error } = await service.run('seoPlatform.create', parameters);
	// The sandbox accepts 1 MiB.
	expect(error?.message).toContain('too large for the service');
	expect(service.sandbox.requests).toHaveLength(1);
});
