import { readFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';
import { transpile } from 'typescript';

import type { Field } from '../../../nodes/AgentSuite/model/field';
import type { ReadParameters } from '../../../nodes/AgentSuite/model/parameterTypes';
import type { Endpoint } from '../../../nodes/AgentSuite/model/endpoint';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import type {
	AnySpec,
	OperationSpec,
	Resource,
} from '../../../nodes/AgentSuite/model/operationSpec';
import { defineEvent } from '../../../nodes/AgentSuite/define/defineEvent';
import {
	operationOf,
	defineOperation as ofContract,
	defineResource,
} from '../../../nodes/AgentSuite/define/defineOperation';
import { definePickList } from '../../../nodes/AgentSuite/define/definePickList';
import { isNewOrChanged } from '../../../nodes/AgentSuite/model/eventSpec';
import { balance } from '../../../nodes/AgentSuite/resources/billing/balance.watchedList';
import { balanceLow } from '../../../nodes/AgentSuite/resources/events';
import { idField } from '../../../nodes/AgentSuite/define/fields';
import { defineFilter, valueFilter, wordsFilter } from '../../../nodes/AgentSuite/define/filters';
import { shownFields } from '../../../nodes/AgentSuite/fields/shownFields';
import { readItem } from '../../../nodes/AgentSuite/parameters/readParameters';
import type { ParameterReader } from '../../../nodes/AgentSuite/parameters/reader';
import { connectionOf } from '../../../nodes/AgentSuite/transport/credential/connection';
import { plainRequest, prepare } from '../../../nodes/AgentSuite/transport/request';
import { articleGetBySeoJob, leadGet } from '../../../nodes/AgentSuite/resources/operations';

const agentId = {
	displayName: 'Agent ID',
	name: 'agentId',
	type: 'string',
	required: true,
	default: '',
} as const;

const kind = { displayName: 'Kind', name: 'kind', type: 'string', default: '' } as const;

const target = idField({
	thing: 'agent',
	displayName: 'Agent ID',
	name: 'agentId',
	placeholder: 'e.g. agent_sales',
	description: 'ID of the agent',
	hint: 'Look for it in the dashboard',
});

const spec = {
	resource: { name: 'Agent', value: 'agent', description: 'Agents', preselected: 'pause' },
	name: 'Pause',
	action: 'Pause agent',
	description: 'Pause an agent',
	endpoint: {
		method: 'PUT',
		path: '/agents/pause',
		body: [],
		tokens: 1,
		response: { kind: 'confirmation', documented: {} },
	},
	notice: 'It can be resumed.',
	fields: [agentId],
	// What sends the fields.
	body: () => ({}),
} as const;

/** One that changes nothing. */
const read = {
	...spec,
	endpoint: { ...spec.endpoint, method: 'GET', body: undefined },
	notice: undefined,
	fields: [],
	body: undefined,
} as const;

/** An operation that the contract does not have. */
const defineOperation = <
	const Fields extends readonly Field[] = readonly [],
	const Options extends readonly Field[] = readonly [],
	const TargetName extends string = never,
	const UpdateName extends string = never,
>(
	given: OperationSpec<Fields, Options, TargetName, UpdateName> & {
		resource: Resource;
		endpoint: Endpoint;
	},
) => operationOf(given.resource, 'pause', given.endpoint, given as AnySpec);

const adminOnly = { ...spec, endpoint: { ...spec.endpoint, role: 'admin' } } as const;
const pause = defineOperation(adminOnly);

test('the role of an operation is in its description, its advice, and before its own notice', () => {
	const notice = 'Only administrators can run this operation.';
	expect(pause).toMatchObject({
		description: 'Pause an agent, for administrators only',
		notice: `${notice} ${spec.notice}`,
		advice: { 403: expect.stringContaining('as an administrator') as string },
	});
	expect(defineOperation(spec).notice).toBe(spec.notice);
	const noticeOfRead = ({ role }: Endpoint) =>
		defineOperation({ ...read, endpoint: { ...read.endpoint, role } }).notice;
	expect(noticeOfRead(adminOnly.endpoint)).toBe(notice);
	expect(noticeOfRead(spec.endpoint)).toBeUndefined();
});

test('a value is refused by the name of its field', () => {
	const { request } = defineOperation({
		...spec,
		refuse: (_parameters, refuse) => {
			refuse('agentId', { what: 'is taken', advice: 'Enter another.' });
		},
	});
	expect(() => request({})).toThrow(
		expect.objectContaining({ parameter: 'agentId', message: "'Agent ID' is taken" }),
	);
});

test('so is a value of an option', () => {
	const { request } = defineOperation({
		...spec,
		options: [{ ...agentId, displayName: 'Until', name: 'until', required: false }],
		refuse: (_parameters, refuse) => {
			refuse('until', { what: 'is over' });
		},
	});
	expect(() => request({})).toThrow(
		expect.objectContaining({ parameter: 'until', message: "'Until' is over" }),
	);
});

test('a value of a field that can be hidden can be absent, also a required one', () => {
	const fields = [kind, { ...agentId, displayOptions: { show: { kind: ['bot'] } } }] as const;
	const ids: Array<string | undefined> = [];
	const { request } = defineOperation({
		...spec,
		fields,
		refuse: ({ agentId: id }) => {
			ids.push(id);
			// @ts-expect-error It is only there for a bot.
			ids.push(id?.length === 0 ? '' : id.trim());
		},
	});
	request({ kind: 'bot', agentId: ' a1 ' });
	expect(ids).toEqual([' a1 ', 'a1']);
});

test('an operation of a resource is one of the contract', () => {
	const texts = { name: 'Lead', description: '' };
	const resource = defineResource('lead', { ...texts, preselected: 'getAll' });
	expect(ofContract(resource, 'getAll', { ...read })).toMatchObject({
		id: 'lead.getAll',
		value: 'getAll',
	});
	// @ts-expect-error It is an operation of snippets.
	defineResource('lead', { ...texts, preselected: 'update' });
	// @ts-expect-error The same.
	const define = () => ofContract(resource, 'update', spec);
	expect(define).toThrow(TypeError);
});

test('a method without a row says where to add it', () => {
	const endpoint = { ...spec.endpoint, method: 'DELETE' } as unknown as Endpoint;
	expect(() => defineOperation({ ...spec, endpoint })).toThrow(
		'agent.pause: add DELETE to `methods` of nodes/AgentSuite/model/endpoint.ts',
	);
});

test('the example of AGENTS.md is a whole operation', () => {
	const [, source] = /```ts\n(.*?)```/s.exec(readFileSync('AGENTS.md', 'utf8')) ?? [];
	const endpoint: Endpoint = {
		...spec.endpoint,
		path: '/agent/lead/{leadId}/assign',
		body: ['assignee_email', 'reason'],
	};
	const define = (resource: Resource, value: string, given: AnySpec) =>
		operationOf(resource, value, endpoint, given);
	const names = ['leadResource', 'idField', 'defineOperation', 'exports'];
	const run = new Function(...names, `${transpile(source)}; return exports.leadAssign`);
	const assign = run(leadGet.resource, idField, define, {}) as Operation;
	const parameters = { leadId: 'l1', assigneeEmail: 'a@b.example', options: { reason: '' } };
	expect(assign.request(parameters).body).toEqual({ assignee_email: 'a@b.example' });
});

test('only a list can have filters', () => {
	const filters = [valueFilter({ displayName: 'Name', name: 'name', description: '' })];
	expect(() => defineOperation({ ...spec, filters })).toThrow('has filters, but no list');
});

test('only a read can have filters, because an empty one sends nothing', () => {
	const response = { kind: 'list', documented: { name: 'Ada' } } as const;
	const filters = [valueFilter({ displayName: 'Name', name: 'name', description: '' })];
	const list = { ...spec, endpoint: { ...spec.endpoint, response }, filters } as const;
	expect(() => defineOperation(list)).toThrow('agent.pause: has filters, but changes data');
	expect(() => defineOperation({ ...list, effect: 'read' })).not.toThrow();
});

test('a filter by the field of its name is about one that records have', () => {
	const response = { kind: 'list', documented: { name: 'Ada' } } as const;
	const list = { ...read, endpoint: { ...read.endpoint, response } } as const;
	const field = { displayName: 'Nmae', name: 'nmae', description: '' };
	const missing = "agent.pause: has the filter 'nmae', but no record has a field of this name";
	for (const filter of [valueFilter(field), wordsFilter(field)])
		expect(() => defineOperation({ ...list, filters: [filter] })).toThrow(missing);
	const filters = [
		wordsFilter(field, ({ name }) => name),
		defineFilter({ ...kind, name: 'other' }, ({ name }, value) => name === value),
	];
	expect(() => defineOperation({ ...list, filters })).not.toThrow();
	const addFromList = (records: IDataObject[]) => records.map((one) => ({ ...one, nmae: 'a' }));
	expect(() =>
		defineOperation({ ...list, addFromList, filters: [valueFilter(field)] }),
	).not.toThrow();
});

test.each(['fields', 'options'])('a password in %s is in no URL', (where) => {
	const key = { ...kind, name: 'key', typeOptions: { password: true } } as const;
	const inUrl = "agent.pause: has the password 'key' in its URL";
	expect(() =>
		defineOperation({
			...read,
			[where]: [key],
			endpoint: { ...read.endpoint, query: ['key'] },
		}),
	).toThrow(inUrl);
	const ofKey = { ...target, field: { ...key, required: true } } as const;
	expect(() =>
		defineOperation({
			...read,
			target: ofKey,
			endpoint: { ...read.endpoint, path: '/agents/{key}' },
		}),
	).toThrow(inUrl);
});

test('a write has a notice of its own, whoever can run it', () => {
	for (const { endpoint } of [adminOnly, spec])
		expect(() => defineOperation({ ...spec, endpoint, notice: undefined })).toThrow(
			'agent.pause: changes data, and has no notice',
		);
});

test('a GET has no body', () => {
	const endpoint = { ...read.endpoint, body: [] } as const;
	expect(() => defineOperation({ ...read, endpoint })).toThrow(
		'agent.pause: is a GET with a body, which might not arrive',
	);
	expect(() => defineOperation(read)).not.toThrow();
});

test.each<[string, Endpoint]>([
	['GET', read.endpoint],
	['PUT', { ...spec.endpoint, body: undefined }],
])('a %s that has no body in the contract declares none', (_method, endpoint) => {
	expect(() => defineOperation({ ...spec, endpoint })).toThrow(
		'agent.pause: declares a body, but has none in the contract',
	);
});

test.each([-1, 2.5, NaN, '5', null])('an operation cannot cost %j tokens', (tokens) => {
	const endpoint = { ...spec.endpoint, tokens } as Endpoint;
	expect(() => defineOperation({ ...spec, endpoint })).toThrow(
		`agent.pause: costs ${tokens} tokens: set x-tokens in the contract to a whole number from 0 on`,
	);
	expect(() => defineOperation({ ...spec, endpoint: { ...endpoint, tokens: 0 } })).not.toThrow();
});

test('one that is free has no notice of what a tool spends', () => {
	const noticesAt = (tokens: number) =>
		shownFields(defineOperation({ ...spec, endpoint: { ...spec.endpoint, tokens } }))
			.map(({ name }) => name)
			.filter((name) => name === 'toolNotice');
	expect([noticesAt(1), noticesAt(0)]).toEqual([['toolNotice'], []]);
});

test('one that costs more than a tool spends has a notice of how to run it', () => {
	const noticeAt = (tokens: number) =>
		shownFields(defineOperation({ ...spec, endpoint: { ...spec.endpoint, tokens } })).find(
			({ name }) => name === 'toolNotice',
		)?.displayName;
	expect(noticeAt(50)).toContain('(1 call)');
	expect(noticeAt(51)).toBe(
		"A call costs 51 Agent Suite tokens, but a tool spends up to 50. To run it, set 'Max Tokens' to 51 or more.",
	);
});

test('what would have no effect is refused', () => {
	const simplify = (record: IDataObject) => record;
	const advice = { inDoubt: 'Look for it.' };
	expect(() => defineOperation({ ...spec, simplify })).toThrow(
		'agent.pause: has simplify, but returns a confirmation',
	);
	expect(() => defineOperation({ ...spec, advice })).toThrow(
		"agent.pause: has advice for inDoubt, but only a create can be in doubt, and its effect is 'update'",
	);
	const response = { kind: 'record', documented: {} } as const;
	const endpoint = { ...spec.endpoint, method: 'POST', response } as const;
	expect(() => defineOperation({ ...spec, endpoint, simplify, advice })).not.toThrow();
});

describe('a place of the path', () => {
	const { fields, ...others } = spec;
	const endpoint = { ...spec.endpoint, path: '/agents/{agentId}' } as const;
	const placed = { ...others, endpoint };
	const other = { ...agentId, name: 'other' } as const;
	const otherTarget = { ...target, field: other };

	test('is filled by the target, or the required field of its name', () => {
		expect(defineOperation({ ...placed, target })).toMatchObject({
			path: '/agents/{agentId}',
			fields: [target.field],
		});
		expect(defineOperation({ ...placed, target: otherTarget, fields })).toMatchObject({
			fields: [other, agentId],
		});
		const show = { other: ['a'] };
		for (const field of [
			{ ...agentId, name: 'another' },
			{ ...agentId, required: false },
			{ ...agentId, displayOptions: { show } },
		])
			expect(() => defineOperation({ ...placed, target: otherTarget, fields: [field] })).toThrow(
				"{agentId} in its path, but no field 'agentId' that is required, and always",
			);
	});

	test.each(['{agent_id}', '{agent-id}'])('%s is filled by agentId', (place) => {
		const operation = defineOperation({
			...placed,
			target,
			endpoint: { ...endpoint, path: `/agents/${place}` },
		});
		expect(prepare(operation, '', { agentId: 'a1' }).url).toBe('/agents/a1');
		expect(() => prepare(operation, '', {})).toThrow("'Agent ID' contains characters");
	});

	test('is one value', () => {
		const several = [
			{ type: 'multiOptions', default: [], options: [] },
			{ type: 'collection', default: {}, options: [] },
			rowsOf(columns.slice(1)),
			{ type: 'number', default: [], typeOptions: { multipleValues: true } },
		] as Array<Partial<Field>>;
		for (const form of several) {
			const field = { ...agentId, ...form, name: 'agentId', required: true } as Field;
			expect(() => defineOperation({ ...placed, target: otherTarget, fields: [field] })).toThrow(
				'agent.pause: has {agentId} in its path, which must be one value',
			);
		}
	});

	test('is filled by nothing else', () => {
		const options = [{ ...agentId, required: false }];
		expect(() => defineOperation({ ...placed, target, options })).toThrow(
			"agent.pause: two fields have the name 'agentId'",
		);
	});

	test('is an ID', () => {
		expect(() => defineOperation({ ...placed, fields })).toThrow('ID in its path, but no target');
	});
});

test('a 404 says what is missing if there is a target, and where to find its ID', () => {
	expect(defineOperation({ ...spec, fields: [], target }).advice[404]).toBe(
		'Your organization has no agent with this ID. Look for it in the dashboard.',
	);
	expect(defineOperation(spec).advice[404]).toBeUndefined();
	expect(leadGet.advice[404]).toMatch(/^Your organization has no lead with this ID\. Look for/);
	expect(articleGetBySeoJob.advice[404]).toMatch(/ no SEO job with this ID\. Copy the ID from /);
});

describe('a query parameter', () => {
	const text = { ...agentId, required: false };
	const drafts = { ...text, name: 'drafts', type: 'boolean', default: false } as const;
	const options = [{ ...text, name: 'day' }] as const;
	const asked = {
		...spec,
		fields: [agentId, drafts],
		options,
		endpoint: { ...spec.endpoint, query: ['agentId', 'day', 'drafts'] },
	};

	test('is the field or option of its name, unless that is empty or off', () => {
		const { request } = defineOperation(asked);
		const queryFor = (given: Record<string, unknown>) =>
			Object.fromEntries(
				request({ agentId: 'a1', ...given }).query.map(({ name, value }) => [name, value]),
			);
		expect(queryFor({ drafts: false, options: { timeout: 60 } })).toEqual({ agentId: 'a1' });
		expect(queryFor({ drafts: true, options: { day: 5 } })).toEqual({
			agentId: 'a1',
			drafts: true,
			day: 5,
		});
		expect(queryFor({ options: { day: '' } })).toEqual({ agentId: 'a1' });
		expect(queryFor({ options: { day: 0 } })).toEqual({ agentId: 'a1', day: 0 });
		// The choice of a menu.
		expect(queryFor({ options: { day: false } })).toEqual({ agentId: 'a1', day: false });
	});

	test('is one value, and an option is not required', () => {
		const day = { ...text, name: 'day' };
		const oneValue = "the query parameter 'day', which must be one value";
		const several = { type: 'number', default: [], typeOptions: { multipleValues: true } };
		for (const [field, why] of [
			[{ ...day, type: 'collection', default: {} }, oneValue],
			[{ ...day, type: 'multiOptions', default: [], options: [] }, oneValue],
			[{ ...day, ...several }, oneValue],
			[{ ...day, required: true }, 'in a collection, so it has no conditions, is not required'],
		] as Array<[typeof day, string]>)
			expect(() => defineOperation({ ...asked, options: [field] })).toThrow(why);
	});

	test('of a switch is off by default, because only one that is on is sent', () => {
		const withDefault = (preset: boolean) => () =>
			defineOperation({ ...asked, fields: [agentId, { ...drafts, default: preset }] });
		expect(withDefault(false)).not.toThrow();
		expect(withDefault(true)).toThrow(
			"the query parameter 'drafts', which could not be switched off",
		);
	});

	test('of a switch is no option, which would do nothing if it is added and off', () => {
		const define = (field: Field) =>
			defineOperation({ ...asked, fields: [agentId], options: [...options, field] });
		expect(() => define(drafts)).toThrow(
			"agent.pause: has the query parameter 'drafts', which is a switch",
		);
		const choices = [true, false].map((value) => ({ name: String(value), value }));
		expect(() => define({ ...drafts, type: 'options', options: choices })).not.toThrow();
	});

	test('is filled by one field', () => {
		expect(() => defineOperation({ ...asked, fields: [drafts] })).toThrow(
			"agent.pause: has the query parameter 'agentId', which must be the name of a field",
		);
		expect(() => defineOperation({ ...asked, fields: [agentId, drafts, options[0]] })).toThrow(
			"agent.pause: two fields have the name 'day'",
		);
	});
});

describe('a body', () => {
	const text = { ...agentId, required: false };
	const asked = {
		...spec,
		body: undefined,
		fields: [agentId, { ...text, name: 'firstMessage' }],
		options: [{ ...text, name: 'isUrgent', type: 'boolean', default: false }],
		endpoint: { ...spec.endpoint, body: ['agentId', 'first_message', 'is_urgent'] },
	} as const;

	test('has what is entered, under the names of the contract, unless it is empty', () => {
		const { request } = defineOperation(asked);
		const bodyFor = (parameters: ReadParameters) => request({ agentId: 'a1', ...parameters }).body;
		expect(bodyFor({ firstMessage: 'Hi', timeout: 5, options: { isUrgent: false } })).toEqual({
			agentId: 'a1',
			first_message: 'Hi',
			is_urgent: false,
		});
		expect(bodyFor({ firstMessage: '', options: { isUrgent: undefined } })).toEqual({
			agentId: 'a1',
		});
		expect(defineOperation(read).request({ agentId: 'a1' }).body).toBeUndefined();
	});

	test('has no option that nobody has added, and no list that is empty, which would overwrite what the service has', () => {
		const more = [
			{ ...text, name: 'priority', type: 'number', default: 0 },
			{
				...text,
				name: 'tags',
				type: 'multiOptions',
				default: [],
				options: [{ name: 'Two', value: 2 }],
			},
			{
				...text,
				name: 'mode',
				type: 'options',
				default: 'a',
				options: [{ name: 'A', value: 'a' }],
			},
		] as const;
		const names = more.map(({ name }) => name);
		const operation = defineOperation({
			...asked,
			fields: [
				...asked.fields,
				{ ...more[1], name: 'labels' },
				{ ...text, name: 'address', type: 'collection', default: {}, options: [text] },
			],
			options: [...asked.options, ...more],
			endpoint: {
				...asked.endpoint,
				body: [...asked.endpoint.body, 'labels', 'address', ...names],
			},
		});
		const bodyFor = (values: object) => {
			const given = new Map<string, unknown>(Object.entries({ agentId: 'a1', ...values }));
			const read: ParameterReader['read'] = (name, fallback) => given.get(name) ?? fallback;
			const { parameters } = readItem({ read, saved: {}, version: 1 }, operation, 'person');
			return operation.request(parameters).body;
		};
		expect(bodyFor({})).toEqual({ agentId: 'a1' });
		expect(bodyFor({ options: { isUrgent: false, priority: 0, tags: [], mode: 'a' } })).toEqual({
			agentId: 'a1',
			is_urgent: false,
			priority: 0,
			mode: 'a',
		});
		expect(bodyFor({ options: { tags: ['Two'] } })).toEqual({ agentId: 'a1', tags: [2] });
		const connection = connectionOf({ accessToken: 'abc', baseUrl: 'https://api.example.com' });
		const plain = plainRequest(operation, connection, { timeoutMs: 0, maxWaitMs: 0 });
		expect(plain.body).toEqual({});
	});

	test('has no value of an option that every operation has, while the field of that name is hidden', () => {
		const show = { firstMessage: ['shown'] };
		const timeout = { ...text, name: 'timeout', displayOptions: { show } } as const;
		const { request } = defineOperation({
			...asked,
			fields: [...asked.fields, timeout],
			endpoint: { ...asked.endpoint, body: [...asked.endpoint.body, 'timeout'] },
		});
		expect(request({ agentId: 'a1', options: { timeout: 60 } }).body).toEqual({ agentId: 'a1' });
	});

	const level = { ...text, name: 'level', type: 'number', default: 1 } as const;
	const ofLevel = {
		...asked,
		fields: [...asked.fields, level],
		endpoint: { ...asked.endpoint, body: [...asked.endpoint.body, 'level'] },
	} as const;

	test.each<Partial<Field>>([
		{ type: 'number', default: 1 },
		{ type: 'boolean', default: false },
		{ type: 'options', default: 'a', options: [{ name: 'A', value: 'a' }] },
	])('of an update has no default that nobody has set: %j', (form) => {
		const define = (more: object, effect: 'update' | 'create' = 'update') =>
			defineOperation({
				...ofLevel,
				effect,
				fields: [...asked.fields, { ...level, ...form, ...more } as Field],
			});
		expect(() => define({})).toThrow(
			"agent.pause: the field 'level' would replace what the service has by its default",
		);
		expect(() => define({}, 'create')).not.toThrow();
		if (form.type !== 'number') expect(() => define({ required: true })).not.toThrow();
	});

	test('of a create with updates has none either, which would count as a change', () => {
		const updates = [{ ...text, name: 'note' }] as const;
		const endpoint = { ...ofLevel.endpoint, body: [...ofLevel.endpoint.body, 'note'] };
		expect(() => defineOperation({ ...ofLevel, endpoint, effect: 'create', updates })).toThrow(
			"the field 'level' would replace",
		);
	});

	test('can be made by the operation', () => {
		const made = { text: 'Hi' };
		expect(defineOperation({ ...asked, body: () => made }).request({}).body).toBe(made);
	});

	test('is filled by fields or options', () => {
		const missing =
			"agent.pause: has 'first_message' in its body, which must be the name of a field or an option ('firstMessage')";
		expect(() => defineOperation({ ...asked, fields: [agentId] })).toThrow(missing);
	});

	test('is filled by them too if the operation refuses values, so a misspelled one is noticed', () => {
		const refuse = () => undefined;
		const { request } = defineOperation({ ...asked, refuse });
		expect(request({ agentId: 'a1' }).body).toEqual({ agentId: 'a1' });
		const fields = [agentId, { ...text, name: 'firstMesage' }];
		expect(() => defineOperation({ ...asked, fields, refuse })).toThrow(
			"agent.pause: has 'first_message' in its body",
		);
		const more = [...asked.fields, { ...text, name: 'note' }];
		expect(() => defineOperation({ ...asked, fields: more, refuse })).toThrow(
			"agent.pause: has the field 'note', which nothing sends",
		);
	});

	test('path, or query send each field, unless the operation does', () => {
		const endpoint = { ...asked.endpoint, body: ['first_message', 'is_urgent'] };
		const withoutPlace = "agent.pause: has the field 'agentId', which nothing sends";
		expect(() => defineOperation({ ...asked, endpoint })).toThrow(withoutPlace);
		expect(() =>
			defineOperation({ ...asked, endpoint, target, fields: asked.fields.slice(1) }),
		).toThrow(withoutPlace);
		expect(() => defineOperation({ ...asked, endpoint, body: () => ({}) })).not.toThrow();
		const ofShape = {
			...asked,
			endpoint: { ...asked.endpoint, body: ['agentId', 'first_message'] },
		};
		expect(() => defineOperation(ofShape)).toThrow("the field 'isUrgent', which nothing sends");
		expect(() => defineOperation({ ...ofShape, shape: (record) => record })).not.toThrow();
	});
});

describe('what depends on all records of a list', () => {
	const list = { kind: 'list', documented: {} } as const;
	const addFromList = (records: IDataObject[]) => records;

	test('cannot be added to one that the service shortens', () => {
		const endpoint = { ...spec.endpoint, response: list, query: ['agentId'] };
		expect(() => defineOperation({ ...spec, endpoint, addFromList })).toThrow(
			"agent.pause: has addFromList, which needs the whole list, but the query parameter 'agentId' can",
		);
	});

	test('cannot be added to a record', () => {
		expect(() => defineOperation({ ...spec, addFromList })).toThrow(
			'agent.pause: has addFromList, but no list',
		);
	});
});

test('the filters of a list are in its description', () => {
	const named = (...names: string[]) =>
		defineOperation({
			...spec,
			effect: 'read',
			endpoint: {
				...spec.endpoint,
				role: 'admin',
				response: { kind: 'list', documented: { Name: 'Ada', Owner: 'Ben' } },
			},
			filters: names.map((name) => valueFilter({ displayName: name, name, description: '' })),
		}).description;
	expect(named('Name', 'Owner')).toBe(
		'Pause an agent, filtered by Name or Owner, for administrators only',
	);
	expect(named()).toBe('Pause an agent, for administrators only');
});

describe('updates', () => {
	const greeting = {
		...agentId,
		displayName: 'Greeting',
		name: 'firstMessage',
		required: false,
	} as const;
	const asked = {
		...spec,
		body: undefined,
		target,
		fields: [],
		endpoint: { ...spec.endpoint, body: ['agentId', 'first_message'] },
	} as const;
	const greet = defineOperation({ ...asked, updates: [greeting] });
	const values = { agentId: 'a1', options: { clearEmptyFields: false } };

	test('are sent under the names of the contract', () => {
		const bodyFor = (firstMessage: string, clearEmptyFields = false) =>
			greet.request({ ...values, updateFields: { firstMessage }, options: { clearEmptyFields } })
				.body;
		expect(bodyFor('Hi')).toEqual({ agentId: 'a1', first_message: 'Hi' });
		expect(() => bodyFor('')).toThrow('has no field with a value');
		expect(bodyFor('', true)).toEqual({ agentId: 'a1', first_message: '' });
		expect(() => greet.request({ ...values, updateFields: {} })).toThrow('has no field with');
	});

	test('need no text if something else changes', () => {
		const status = {
			...greeting,
			name: 'status',
			type: 'options',
			default: 'open',
			options: [{ name: 'Open', value: 'open' }],
		} as const;
		const { request } = defineOperation({
			...asked,
			updates: [greeting],
			options: [status],
			endpoint: { ...asked.endpoint, body: [...asked.endpoint.body, 'status'] },
		});
		const bodyFor = (options: object) =>
			request({ agentId: 'a1', updateFields: {}, options: { ...options } }).body;
		expect(bodyFor({ status: 'open' })).toEqual({ agentId: 'a1', status: 'open' });
		expect(() => bodyFor({})).toThrow('has no field with a value');
	});

	test('can be refused, by the names of their fields', () => {
		const { request } = defineOperation({
			...asked,
			updates: [greeting],
			refuse: ({ updateFields: { firstMessage } }, refuse) => {
				if (firstMessage?.includes('<')) refuse('firstMessage', { what: 'has a tag' });
			},
		});
		const requestFor = (firstMessage: string) => () =>
			request({ ...values, updateFields: { firstMessage } });
		expect(requestFor('Hi')).not.toThrow();
		expect(requestFor('<b>')).toThrow(
			expect.objectContaining({ parameter: 'firstMessage', message: "'Greeting' has a tag" }),
		);
		defineOperation({
			...asked,
			updates: [greeting],
			// @ts-expect-error No field has this name.
			refuse: (_parameters, refuse) => refuse('firstMesage', { what: 'has a tag' }),
		});
	});

	test('are in the order of their labels', () => {
		const endpoint = { ...asked.endpoint, body: [...asked.endpoint.body, 'alias'] };
		const alias = { ...greeting, displayName: 'Alias', name: 'alias' } as const;
		const { fields } = defineOperation({ ...asked, endpoint, updates: [greeting, alias] });
		expect(fields.at(-1)?.options).toEqual([alias, greeting]);
	});

	test('add a field and an option, beside those of the operation', () => {
		expect(greet.fields.map(({ name }) => name)).toEqual(['agentId', 'updateFields']);
		expect(greet.options.map(({ name }) => name)).toEqual(['clearEmptyFields']);
	});

	test('are in the contract', () => {
		const updates = [{ ...greeting, name: 'firstMesage' }];
		expect(() => defineOperation({ ...asked, updates })).toThrow(
			"agent.pause: has 'first_message' in its body",
		);
		expect(() =>
			defineOperation({ ...asked, updates: [greeting, { ...greeting, name: 'note' }] }),
		).toThrow("agent.pause: has the field 'note', which nothing sends");
	});

	test('are in the body, because only that counts as a change', () => {
		const day = { ...greeting, name: 'day' };
		const define = (endpoint: Partial<Endpoint>) => () =>
			defineOperation({
				...asked,
				updates: [greeting, day],
				endpoint: { ...asked.endpoint, ...endpoint },
			});
		expect(define({ query: ['day'] })).toThrow(
			"agent.pause: has the query parameter 'day', which is one of the updates",
		);
		expect(define({ path: '/agents/{day}' })).toThrow(
			"agent.pause: has {day} in its path, but no field 'day' that is required",
		);
		expect(define({ body: [...asked.endpoint.body, 'day'] })).not.toThrow();
	});

	test('are the body, so there is no other one', () => {
		expect(() => defineOperation({ ...asked, updates: [] })).toThrow('has updates without a field');
		expect(() => defineOperation({ ...asked, updates: [greeting], body: () => ({}) })).toThrow(
			'has updates, which a body of its own would not send',
		);
	});

	test('are texts', () => {
		// @ts-expect-error A switch has no empty value that could keep the current one.
		defineOperation({ ...asked, updates: [{ ...greeting, type: 'boolean', default: false }] });
	});
});

test.each<[string, Field['displayOptions'], 'above' | 'below']>([
	['a path', { show: { '/kind': ['bot'] } }, 'above'],
	['a path that hides it', { hide: { '/kind': ['bot'] } }, 'above'],
	['a field below it', { show: { kind: ['bot'] } }, 'below'],
])('a field cannot be shown by %s', (_how, displayOptions, place) => {
	const field = { ...agentId, displayOptions };
	const fields = place === 'above' ? [kind, field] : [field, kind];
	expect(() => defineOperation({ ...spec, fields })).toThrow(
		"'agentId' can only be shown by values of fields above it",
	);
});

test.each<NonNullable<Field['displayOptions']>>([
	{ show: { kind: ['bot'] } },
	{ hide: { kind: ['bot'] } },
	{ show: { kind: [{ _cnd: { exists: true } }], '@version': [2] } },
])('a field can be shown by the value of one above it, or the version: %j', (displayOptions) => {
	const fields = [kind, { ...agentId, displayOptions }];
	expect(defineOperation({ ...spec, fields }).fields).toHaveLength(2);
});

test.each<[NonNullable<Field['displayOptions']>, boolean]>([
	[{ show: { menu: ['bot'] } }, true],
	[{ show: { menu: [{ _cnd: { not: 'bot' } }] } }, true],
	[{ show: { menu: ['bot', 'bto'] } }, false],
	[{ hide: { menu: ['bto'] } }, false],
])('a field can only be shown by a choice of a menu: %j', (displayOptions, isAllowed) => {
	const options = [{ name: 'Bot', value: 'bot' }];
	const menu = { ...kind, name: 'menu', type: 'options', options, default: 'bot' } as const;
	const define = () => defineOperation({ ...spec, fields: [menu, { ...agentId, displayOptions }] });
	if (isAllowed) expect(define).not.toThrow();
	else expect(define).toThrow("'agentId' depends on 'bto', which is no option of 'menu'");
});

const columns = ['key', 'value', 'note'].map((name) => ({ ...kind, name, displayName: name }));
const rowsOf = (values: Field[], typeOptions: Field['typeOptions'] = { multipleValues: true }) =>
	({
		displayName: 'Settings',
		name: 'settings',
		type: 'fixedCollection',
		typeOptions,
		default: {},
		options: [{ displayName: 'Settings', name: 'settings', values }],
	}) as Field;

test.each<[string, Field]>([
	['three columns', rowsOf(columns)],
	['one row', rowsOf(columns.slice(1), {})],
	['several groups', { ...rowsOf(columns.slice(1)), options: [kind, kind] }],
	['several texts', { ...kind, name: 'settings', typeOptions: { multipleValues: true } }],
	['a date', { ...kind, name: 'settings', type: 'dateTime' }],
	['a maximum', { ...kind, name: 'settings', type: 'number', typeOptions: { maxValue: 5 } }],
	[
		'a loaded menu',
		{ ...kind, name: 'settings', type: 'options', typeOptions: { loadOptionsMethod: 'get' } },
	],
])('a field with %s is refused, because it would not be read', (_form, field) => {
	const collection: Field = { ...kind, name: 'more', type: 'collection', options: [field] };
	expect(() => defineOperation({ ...spec, fields: [field] })).toThrow("the field 'settings'");
	for (const option of [field, collection])
		expect(() => defineOperation({ ...spec, options: [option] })).toThrow("the field 'settings'");
});

test('a field can have rows of a key and a value', () => {
	const fields = [rowsOf(columns.slice(1))];
	expect(defineOperation({ ...spec, fields }).fields).toEqual(fields);
});

test('an event and a pick list read with the defaults of all fields, so these must do', () => {
	const endpoint = { ...read.endpoint, query: ['kind'] };
	const withId = { ...read, endpoint: { ...endpoint, query: ['agentId'] }, fields: [agentId] };
	const ofKind = { ...read, endpoint, fields: [kind] } as const;
	const texts = { message: '', description: '' };
	const defined = (operation: Operation) => [
		() =>
			definePickList({ method: 'search', from: operation, entries: () => [], empty: texts }).from,
		() =>
			defineEvent({
				...{ event: 'agentPaused', name: 'Agent Paused', description: '', emptyMessage: '' },
				testEventHint: '',
				list: { name: 'agents', operation, identity: () => '', parts: [] },
				emit: (agent) => agent,
			}).list.operation,
	];
	for (const define of defined(defineOperation(ofKind))) expect(define().id).toBe('agent.pause');
	for (const define of defined(defineOperation(withId)))
		expect(define).toThrow(
			": agent.pause needs 'agentId', which an event or a pick list cannot ask for",
		);
	for (const define of defined(defineOperation({ ...spec, fields: [] })))
		expect(define).toThrow(': agent.pause changes data, so no event or pick list can use it');
	for (const displayOptions of [{ show: { kind: ['bot'] } }, { hide: { '@version': [1] } }]) {
		const level = { ...kind, name: 'level', type: 'number', default: 1, displayOptions } as const;
		const query = ['kind', 'level'];
		const fields = [kind, level];
		for (const define of defined(
			defineOperation({ ...ofKind, endpoint: { ...endpoint, query }, fields }),
		))
			expect(define).toThrow(
				": agent.pause shows 'level' only sometimes, but an event or a pick list would always send",
			);
	}
	const asking = defineOperation({
		...ofKind,
		refuse: ({ kind: entered }, refuse) => {
			if (!entered) refuse('kind', { what: 'is missing' });
		},
	});
	for (const define of defined(asking))
		expect(define).toThrow(
			": agent.pause refuses the defaults of its fields, with which an event or a pick list reads: 'Kind' is missing",
		);
});

test('a POST can declare that it only reads', () => {
	const search = {
		...spec,
		endpoint: { ...spec.endpoint, method: 'POST' },
		fields: [kind],
	} as const;
	expect(defineOperation(search).effect).toBe('create');
	expect(defineOperation({ ...search, effect: 'read' }).effect).toBe('read');
});

test.each([
	[0, undefined],
	[1, 1],
])(
	'a required number with the default %j and the minimum %j could be sent by mistake',
	(preset, minValue) => {
		const budget = { ...kind, name: 'budget', type: 'number', default: preset, required: true };
		const fields = [{ ...budget, typeOptions: { minValue } } as Field];
		expect(() => defineOperation({ ...spec, fields })).toThrow(
			"'budget' is a required number: set a default below its minValue",
		);
	},
);

test.each<[Field['type'], Field['default'], boolean]>([
	['options', 'bot', true],
	['options', 'bto', false],
	['multiOptions', [], true],
	['multiOptions', ['bot', 'bto'], false],
])('of a menu (%s), only its choices can be selected at first: %j', (type, preset, isAllowed) => {
	const options = [{ name: 'Bot', value: 'bot' }];
	const field = { ...kind, type, options, default: preset } as Field;
	for (const where of [{ fields: [field] }, { fields: [], options: [field] }]) {
		const define = () => defineOperation({ ...spec, ...where });
		if (isAllowed) expect(define).not.toThrow();
		else expect(define).toThrow("the field 'kind' has no option 'bto', which is its default");
	}
});

test.each([
	[{ default: ['bot'] }, false],
	[{ default: [] }, true],
	[{ default: ['bot'], required: true }, true],
])(
	'what is selected at first of several (%j) can be emptied, or is required',
	(given, isAllowed) => {
		const field = {
			...kind,
			type: 'multiOptions',
			options: [{ name: 'Bot', value: 'bot' }],
		} as const;
		const define = () => defineOperation({ ...spec, fields: [{ ...field, ...given }] });
		if (isAllowed) expect(define).not.toThrow();
		else expect(define).toThrow("agent.pause: the field 'kind' could not be emptied");
		const option = { ...field, default: ['bot'] } as const;
		expect(() => defineOperation({ ...spec, fields: [], options: [option] })).not.toThrow();
	},
);

test.each<[Partial<Field>, boolean]>([
	[{ default: 'bot' }, false],
	[{ type: 'resourceLocator', default: { mode: 'id', value: 'bot' } }, false],
	[{ default: '' }, true],
	[{ type: 'resourceLocator', default: { mode: 'list', value: '' } }, true],
	[{ default: 'bot', required: true }, true],
])('an optional text has no default, which only the form would send: %j', (given, isAllowed) => {
	const fields = [{ ...kind, ...given } as Field];
	const refused = "the field 'kind' has a default that only the form would send";
	for (const define of [
		() => defineOperation({ ...spec, fields }),
		() => defineEvent({ ...balanceLow, fields }),
	]) {
		if (isAllowed) expect(define).not.toThrow();
		else expect(define).toThrow(refused);
	}
	const option = { ...kind, default: 'bot' } as const;
	expect(() => defineOperation({ ...spec, fields: [], options: [option] })).not.toThrow();
});

test('a collection is not required, because all in it can be empty', () => {
	const field = { ...kind, type: 'collection', default: {}, options: [agentId], required: true };
	expect(() => defineOperation({ ...spec, fields: [field as Field] })).toThrow(
		"the field 'kind' is a required collection",
	);
});

describe('a default that a later version of the node changes', () => {
	const since = (gte: number) => ({ '@version': [{ _cnd: { gte } }] });
	const options = ['old', 'new'].map((value) => ({ name: value, value }));
	const menu = { ...kind, type: 'options', options } as const;
	const earlier = { ...menu, default: 'old', displayOptions: { hide: since(2) } } as const;
	const later = { ...menu, default: 'new', displayOptions: { show: since(2) } } as const;
	const endpoint = { ...spec.endpoint, method: 'POST', body: ['kind'] } as const;
	const asked = { ...spec, body: undefined, endpoint } as const;
	const text = { ...kind, name: 'text' } as const;

	test.each([
		['body', endpoint],
		['query', { ...endpoint, body: [], query: ['kind'] }],
	])('has a field for each, both of which are sent in the %s', (_where, sentIn) => {
		const operation = defineOperation({ ...asked, endpoint: sentIn, fields: [earlier, later] });
		const sentBy = (version: number) => {
			const read: ParameterReader['read'] = (_name, fallback) => fallback;
			const { parameters } = readItem({ read, saved: {}, version }, operation, 'person');
			const { body, query } = operation.request(parameters);
			return body?.kind ?? query[0]?.value;
		};
		expect([1, 1.9, 2, 3].map(sentBy)).toEqual(['old', 'old', 'new', 'new']);
	});

	test('has no option, which is saved only if it is added', () => {
		expect(() => defineOperation({ ...spec, options: [earlier, later] })).toThrow(
			"the field 'kind' is in a collection, so it has no conditions, is not required, and is no pickId. Its default is that of all versions of the node",
		);
	});

	test('can be one of a choice that only the later version has', () => {
		const fields = [
			{ ...earlier, options: options.slice(0, 1) },
			{ ...later, options: options.slice(1) },
			{ ...text, displayOptions: { show: { kind: ['new'] } } },
		] as const;
		expect(() => defineOperation({ ...spec, fields })).not.toThrow();
	});

	test.each<[string, Field[]]>([
		['the same one', [later, { ...later, displayOptions: { show: { '@version': [3] } } }]],
		['the earlier one, which is shown in the later too', [kind, later]],
		['none', [kind, kind]],
	])('has no two fields of %s', (_version, fields) => {
		const define = () => defineOperation({ ...asked, fields });
		expect(define).toThrow("agent.pause: two fields have the name 'kind'");
	});

	test('is of the same type, which decides how the value is sent', () => {
		const number = { ...kind, type: 'number', default: 1 } as const;
		const fields = [earlier, { ...number, displayOptions: later.displayOptions }];
		const unlike = "two fields of the name 'kind' have different types";
		expect(() => defineOperation({ ...asked, fields })).toThrow(`agent.pause: ${unlike}`);
		expect(() => defineEvent({ ...balanceLow, fields })).toThrow(`balanceLow: ${unlike}`);
	});
});

describe('each name stands once', () => {
	const named = (name: string) => ({ ...kind, name });

	test.each(['simplify', 'updateFields', 'filters'])('also %s, unless the node adds it', (name) => {
		const reserved = `the field '${name}' has the name of one that the node adds`;
		expect(() => defineOperation({ ...spec, fields: [named(name)] })).toThrow(reserved);
		expect(() => defineEvent({ ...balanceLow, fields: [named(name)] })).toThrow(reserved);
		expect(() => defineOperation({ ...spec, options: [named(name)] })).not.toThrow();
	});

	test.each(['updateFields', 'filters'])('no other collection is named %s', (name) => {
		const options = [{ ...named(name), type: 'collection', default: {}, options: [kind] } as Field];
		expect(() => defineOperation({ ...spec, options })).toThrow(
			`the field '${name}' has the name of one that the node adds`,
		);
	});

	const twice = "agent.pause: two fields have the name 'kind'";
	const list = {
		...spec,
		effect: 'read',
		endpoint: { ...spec.endpoint, response: { kind: 'list', documented: { name: 'Ada' } } },
		filters: [valueFilter({ displayName: 'Name', name: 'name', description: '' })],
	} as const;

	const ofNode = ['resource', 'operation', 'limit', 'filters', 'options', 'toolNotice'];
	const ofTools = ['descriptionType', 'toolDescription'];

	test('in an operation, with what the node and n8n add', () => {
		for (const name of [...ofNode, ...ofTools])
			expect(() => defineOperation({ ...list, fields: [named(name)] })).toThrow(
				`two fields have the name '${name}'`,
			);
		expect(() => defineOperation({ ...list, fields: [kind, kind] })).toThrow(twice);
	});

	test('in a collection, with what the node adds', () => {
		const collection = { ...kind, type: 'collection', name: 'a', default: {} } as const;
		const fields: Field[] = [{ ...collection, options: [kind, kind] }];
		expect(() => defineOperation({ ...list, fields })).toThrow(twice);
		expect(() => defineOperation({ ...list, options: [kind, kind] })).toThrow(twice);
		expect(() => defineOperation({ ...list, options: [named('maxWait')] })).toThrow('maxWait');
		const apart: Field[] = [kind, { ...collection, options: [kind] }];
		expect(() =>
			defineOperation({ ...list, fields: apart, options: [named('limit')] }),
		).not.toThrow();
	});

	test('in fields, options, and updates together, of which a refusal would name one', () => {
		const updates = [kind];
		for (const more of [{ options: [kind] }, { updates, body: undefined }])
			expect(() => defineOperation({ ...spec, fields: [kind], ...more })).toThrow(twice);
		expect(() => defineOperation({ ...spec, options: [kind, kind] })).toThrow(
			/^(?!.*two fields.*two fields)/s,
		);
	});

	test('in an event, with what the trigger and n8n add', () => {
		for (const name of ['event', 'minInterval', 'options', 'pollTimes'])
			expect(() => defineEvent({ ...balanceLow, fields: [named(name)] })).toThrow(
				`balanceLow: two fields have the name '${name}'`,
			);
	});
});

test('a field that is picked cannot be in a collection', () => {
	const picked = { ...kind, name: 'owner', type: 'resourceLocator' } as Field;
	expect(() => defineOperation({ ...spec, fields: [], options: [picked] })).toThrow(
		"the field 'owner' is in a collection",
	);
});

test('a confirmation can be without a body', () => {
	expect(pause.readRecords(undefined)).toEqual([{ success: true }]);
});

test('an event can only ask about a part that its list has', () => {
	const event = defineEvent({
		...balanceLow,
		list: balance,
		emit: (record, before) =>
			// @ts-expect-error The part is named totalTokenCount.
			isNewOrChanged(before, 'total') || before?.literal('total') ? record : undefined,
	});
	const before = { changed: ['totalTokenCount'], literal: () => undefined };
	expect(event.emit({}, before, {})).toBeUndefined();
});

test('neither what an event returns nor its example gets a secret', () => {
	const seen: unknown[] = [];
	const event = defineEvent({
		event: 'balanceSeen',
		name: 'Balance Seen',
		description: 'A balance',
		list: balance,
		emit(record) {
			seen.push(record.apiKey);
			return record;
		},
		example(record) {
			seen.push(record.apiKey);
			return { record: { ...record, copied: record.apiKey } };
		},
		testEventHint: 'Test events show a balance',
		emptyMessage: 'None.',
	});
	const shown = event.example({ apiKey: 'secret', totalTokenCount: 1 }, {});
	event.emit({ apiKey: 'secret', totalTokenCount: 1 }, undefined, {});
	expect(seen).toEqual([undefined, undefined]);
	expect(JSON.stringify(shown)).not.toContain('secret');
});
