import * as operations from '../../../nodes/AgentSuite/resources/operations';
import { runTool, type ToolRun, type Way } from '../../support/agent';
import { useService, working } from '../../support/service';

const service = useService();

/** An agent sends a value for a filter. */
async function asked(way: Way, id: string, filter: string, value: string): Promise<ToolRun> {
	const [resource, operation] = id.split('.');
	const filters = { [filter]: `={{ $fromAI('value', '', 'string') }}` };
	const parameters = { resource, operation, filters };
	return await runTool(service.loader, way, parameters, service.credential(), { value });
}

/** What an expression can evaluate to when an item lacks a value. */
const nothing = ['={{ $json.missing }}', '={{ null }}', '={{ "" }}', '={{ "  " }}'];

/** Every filter that an expression can leave without a value, by operation. */
const filters = Object.values(operations).flatMap(({ resource, operation, fields }) =>
	(fields.find(({ name }) => name === 'filters')?.options ?? [])
		.filter((filter) => 'type' in filter && filter.type !== 'boolean')
		.map(({ name }) => [`${resource}.${operation}`, name] as const),
);

describe.each(filters)('%s: a filter by %s that evaluates to nothing', (id, name) => {
	test.each(nothing)('%s matches nothing', async (value) => {
		const { json, error } = await service.run(id, { filters: { [name]: value } });
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
	});

	test('is ignored if a model sends it', async () => {
		const { observation, error } = await asked('called', id, name, '');
		expect(error).toBeUndefined();
		expect(JSON.parse(observation).length).toBeGreaterThan(1);
	});
});

test.each([
	['seoPlatform.getAll', { filters: { invalidOnly: '={{ $json.missing }}' } }, 'Invalid Only'],
	[
		'snippet.update',
		{ ...working['snippet.update'], options: { clearEmptyFields: '={{ null }}' } },
		'Clear Empty Fields',
	],
])('%s: true or false that evaluates to nothing is refused', async (id, parameters, label) => {
	const { error } = await service.run(id, parameters);
	expect(error?.message).toContain(`'${label}' is empty`);
	expect(service.sandbox.requests).toEqual([]);
});

test('an item without an email among others gets no lead, and the others get theirs', async () => {
	const leads = (await service.run('lead.getAll', { returnAll: true })).json;
	const emails = [leads[0].email, undefined, leads[2].email];
	const { outputs } = await service.run(
		'lead.getAll',
		{ filters: { email: '={{ $json.email }}' } },
		{ items: emails.map((email) => ({ email })) },
	);
	expect(outputs[0].map(({ json, pairedItem }) => [json.email, pairedItem])).toEqual([
		[leads[0].email, { item: 0 }],
		[leads[2].email, { item: 2 }],
	]);
});

test.each(['={{ [$json.missing] }}', '={{ [""] }}', '={{ "[]" }}', '={{ "," }}', `={{ '""' }}`])(
	'a status filter of empty values, %s, matches nothing',
	async (status) => {
		const { json, error } = await service.run('lead.getAll', { filters: { status } });
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
	},
);

test('a status filter without a selected status returns all', async () => {
	const { json } = await service.run('lead.getAll', { returnAll: true, filters: { status: [] } });
	expect(json.length).toBeGreaterThan(3);
});

test.each([
	['a fixed value', ['interestd']],
	['an expression', '={{ "interestd" }}'],
])(
	'a status that the menu does not list, as %s: nothing is found, and a hint says why',
	async (_, status) => {
		const { json, error, task } = await service.run(
			'lead.getAll',
			{ filters: { status } },
			{ items: [{}, {}] },
		);
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
		expect(task.hints?.map(({ message, type }) => [type, message])).toEqual([
			['info', expect.stringContaining('1 request')],
			[
				'warning',
				"No records were found, and 'Status' has no option 'interestd'. Its options are: contacted, interested, not-contacted, not-interested.",
			],
		]);
	},
);

test('a status that the menu does not list, and a lead has: no hint', async () => {
	service.sandbox.addLead({ status: 'on-hold' } as never);
	const { json, task } = await service.run('lead.getAll', {
		filters: { status: ['On-Hold'] },
	} as never);
	expect(json).toMatchObject([{ status: 'on-hold' }]);
	expect(task.hints?.map(({ type }) => type)).toEqual(['info']);
});

describe('statuses as models and people write them', () => {
	const one = ['not-contacted'];
	const two = ['contacted', 'interested'];

	test.each<[unknown, string[]]>([
		['={{ "Not Contacted" }}', one],
		['={{ "NOT_CONTACTED" }}', one],
		['={{ ["Not contacted"] }}', one],
		[`={{ '["not-contacted"]' }}`, one],
		[`={{ '["not-contacted"' }}`, one],
		['={{ "interested and contacted" }}', two],
		['={{ "Interested, Contacted" }}', two],
		['={{ "interested or contacted" }}', two],
		[`={{ '["Interested", "contacted"]' }}`, two],
	])('%s', async (status, expected) => {
		const { json, error } = await service.run('lead.getAll', {
			returnAll: true,
			filters: { status },
		} as never);
		expect(error).toBeUndefined();
		expect([...new Set(json.map((lead) => lead.status))].sort()).toEqual(expected);
	});

	test.each(['hot', 'contacted and hot'])(
		'%j from a model is refused with the statuses there are, and costs nothing',
		async (value) => {
			const { error } = await asked('node', 'lead.getAll', 'status', value);
			expect(error).toContain("'Status' has no option");
			expect(error).toContain('not-contacted, not-interested');
			expect(service.sandbox.requests).toEqual([]);
		},
	);
});
