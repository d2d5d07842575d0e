import type { IDataObject } from 'n8n-workflow';

import { useService, working } from '../../support/service';

const service = useService();

interface Refused {
	message: string;
	description?: string | null;
	name: string;
}

/** Runs it, expects that it fails before anything is sent, and returns the error. */
async function refused(...call: Parameters<typeof service.run>): Promise<Refused> {
	const { error, run, outputs } = await service.run(...call);
	expect(error).toBeDefined();
	expect(run.status).toBe('error');
	expect(outputs.flat()).toEqual([]);
	expect(service.sandbox.requests).toEqual([]);
	return error as Refused;
}

const blog = working['seoPlatform.create'];

describe('a parameter that cannot be used is named, with its item', () => {
	test.each<[string, string, IDataObject, string]>([
		['Lead ID', 'lead.get', { leadId: '={{ $json.missing }}' }, 'is empty'],
		['Lead ID', 'lead.get', { leadId: '={{ 12345678901234567890 }}' }, 'has lost digits'],
		['Domain', 'seoPlatform.create', { ...blog, domain: 'x@example.com' }, 'must be a domain name'],
		['Limit', 'lead.getAll', { limit: '={{ 2.5 }}' }, 'must be a whole number of 1 or more'],
		[
			'Clear Empty Fields',
			'snippet.update',
			{ ...working['snippet.update'], options: { clearEmptyFields: '={{ null }}' } },
			'is empty',
		],
	])('%s of %s: %j', async (displayName, id, parameters, what) => {
		const { name, message, description } = await refused(id, parameters);
		expect(name).toBe('NodeOperationError');
		expect(message).toContain(`'${displayName}'`);
		expect(message).toContain(what);
		expect(message).toContain('[item 0]');
		expect(description).toMatch(/\w{3,}.*\.$/s);
	});

	test('a password that is a number is not shown', async () => {
		const applicationPassword = '={{ 12345678901234567890 }}';
		const { message } = await refused('seoPlatform.create', { ...blog, applicationPassword });
		expect(message).toContain(
			"'Application Password' has lost digits, because the value is a number",
		);
	});

	test('n8n itself refuses an empty required field', async () => {
		await expect(service.run('lead.get', { leadId: '' })).rejects.toThrow('has issues');
		expect(service.sandbox.requests).toEqual([]);
	});
});

test("what n8n's editor says of an expression follows from its context, which is kept", async () => {
	const error = await refused('lead.get', { leadId: "={{ $('Other').item.json.id }}" });
	expect(error.message).toBe("Referenced node doesn't exist [item 0]");
	expect(error).toMatchObject({
		context: {
			descriptionKey: 'nodeNotFound',
			nodeCause: 'Other',
			parameter: 'leadId',
			itemIndex: 0,
		},
	});
});

test.each(['lead.get', 'snippet.update'])(
	'one bad item among ten is named, and nothing is sent for the others: %s',
	async (id) => {
		const items = Array.from({ length: 10 }, (_, item) => ({ id: item === 5 ? '' : `id_${item}` }));
		const parameters =
			id === 'lead.get'
				? { leadId: '={{ $json.id }}' }
				: { snippetId: '={{ $json.id }}', updateFields: { name: 'x' } };
		const { message } = await refused(id, parameters, { items });
		expect(message).toMatch(/ID' is empty \[item 5\]$/);
	},
);

test.each(['operation', 'resource'])(
	'Custom API Call, which the editor adds to the menu %s, says what it is',
	async (menu) => {
		const { name, message, description } = await refused('lead.getAll', {
			[menu]: '__CUSTOM_API_CALL__',
		});
		expect(name).toBe('NodeOperationError');
		expect(message).toContain("'Custom API Call' is");
		expect(description).toContain('HTTP Request');
	},
);

test('an unknown operation', async () => {
	const { message, description } = await refused('lead.remove');
	expect(message).toBe('The node has no such operation: "lead.remove" [item 0]');
	expect(description).toContain('update the node');
});

test.each<[string, IDataObject | null, RegExp]>([
	['no credential', null, /does not have any credentials set(?! for)/],
	['a line break inside the token', { accessToken: 'abc\r\nX-Other: def' }, /characters/],
	['a password in the base URL', { baseUrl: 'https://me:abc@api.example.com' }, /can only contain/],
])('a credential that cannot be used is refused: %s', async (_, credential, expected) => {
	const { message, description } = await refused('lead.getAll', {}, { credential } as never);
	expect(message).toMatch(expected);
	expect(message + String(description)).not.toContain('abc');
});
