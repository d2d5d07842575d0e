import { defineFields, defineOperation } from '../../../nodes/AgentSuite/model/operation';

/*
 * Checked by the compiler, not run: `npm run typecheck` fails if a line below an @ts-expect-error compiles. Parameter
 * types must come from the declared fields.
 */

const data = {
	resource: 'lead',
	operation: 'get',
	name: 'Get',
	action: 'Get a lead',
	description: 'Retrieve a lead',
	method: 'GET',
	path: '/agent/lead',
	tokens: 5,
	idempotent: true,
	records: () => [],
	sample: {},
} as const;

const fields = defineFields([
	{ displayName: 'Lead ID', name: 'leadId', type: 'string', required: true, default: '' },
	{ displayName: 'Note', name: 'note', type: 'string', default: '' },
	{ displayName: 'Job', name: 'job', type: 'resourceLocator', required: true, default: '' },
	{ displayName: 'Other Job', name: 'otherJob', type: 'resourceLocator', default: '' },
	{ displayName: 'Limit', name: 'limit', type: 'number', default: 50 },
	{
		displayName: 'Kind',
		name: 'kind',
		type: 'options',
		default: 'one',
		options: [
			{ name: 'One', value: 'one' },
			{ name: 'Two', value: 'two' },
		],
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		default: {},
		options: [{ displayName: 'Email', name: 'email', type: 'string', default: '' }],
	},
]);

const right = defineOperation({
	...data,
	fields,
	request: ({ leadId, note, job, otherJob, limit, kind, filters }) => ({
		path: { id: leadId.trim(), job: job.trim(), other: otherJob ?? '' },
		query: { limit: limit.toFixed(), note: note ?? '', two: String(kind === 'two') },
		body: { email: filters.email?.trim() },
	}),
	items: (records, { limit }) => records.slice(0, limit),
});

const wrong = [
	// @ts-expect-error -- a misspelt parameter
	defineOperation({ ...data, fields, request: ({ leadID }) => ({ path: { id: String(leadID) } }) }),
	defineOperation({
		...data,
		fields,
		request: () => ({}),
		// @ts-expect-error -- a misspelt parameter of the output
		items: (records, { limits }) => records.slice(0, Number(limits)),
	}),
	defineOperation({
		...data,
		fields,
		// @ts-expect-error -- a misspelt field of a collection
		request: ({ filters }) => ({ body: { email: filters.mail } }),
	}),
	defineOperation({
		...data,
		fields,
		// @ts-expect-error -- an optional text can be absent
		request: ({ note }) => ({ path: { id: note } }),
	}),
	defineOperation({
		...data,
		fields,
		// @ts-expect-error -- a value that the menu does not have
		request: ({ kind }) => ({ query: { three: String(kind === 'three') } }),
	}),
	// @ts-expect-error -- a resource that there is not
	defineOperation({ ...data, resource: 'leads', fields, request: () => ({}) }),
	// @ts-expect-error -- a cost that the API documentation does not have
	defineOperation({ ...data, tokens: 2, fields, request: () => ({}) }),
];

test('what compiles is an operation like any other', () => {
	const values = { leadId: ' a ', job: 'b', note: undefined, limit: 2, kind: 'two', filters: {} };
	expect(right.request(values)).toEqual({
		path: { id: 'a', job: 'b', other: '' },
		query: { limit: '2', note: '', two: 'true' },
		body: { email: undefined },
	});
	expect(wrong).toHaveLength(7);
});
