import type { IDataObject } from 'n8n-workflow';

import { useService } from '../../support/service';

const service = useService();

const message = { agentId: 'agent_sales' };
const snippet = { snippetId: 'snip_hours' };

/** Texts as the editor saves them. It turns a field into an expression when a variable is pasted. */
const pasted = [
	'=Hello {{name}}',
	'=Hello {{ first_name }},\nwelcome',
	'={{contact.name}}',
	'=Hello {{first-name}}',
	'=Hi {{ name | upcase }}',
	'={{ $json.greeting }} {{name}}',
	'={{{name}}}',
	'={{ $json.greeting }} {{ 2 }}',
];
const text = '=Hello {{1}}';
const picked = { __rl: true, mode: 'id', value: text };
const config = { settings: [{ key: 'k', value: text }] };

test.each<[string, string, IDataObject]>([
	...pasted.map((firstMessage): [string, string, IDataObject] => [
		'whatsApp.setFirstMessage',
		'First Message',
		{ ...message, firstMessage },
	]),
	['snippet.update', 'Content', { ...snippet, updateFields: { content: text } }],
	['snippet.update', 'Name', { ...snippet, updateFields: { name: text, content: 'x' } }],
	['seoPlatform.create', 'Value', { name: 'a', platformType: 'wix', config }],
	['article.getBySeoJob', 'SEO Job', { seoJobId: picked }],
])('%s: %s is refused before anything is sent: %j', async (id, label, parameters) => {
	const { error } = await service.run(id, parameters, { items: [{ greeting: 'Hi' }] });
	// That of a secret is not quoted.
	expect(error?.message).toContain(
		`'${label}' contains a variable, which n8n replaces in an expression${label === 'Value' ? '' : ': "{{'}`,
	);
	expect(error?.description).toContain('set the field to Fixed');
	expect(service.sandbox.requests).toEqual([]);
});

test.each([
	['Hello {{name}}', 'Hello {{name}}'],
	['=Hello {{ $json.name }}', 'Hello Ada'],
	['=Hello {{ "{" + "{name}" + "}" }}', 'Hello {{name}}'],
	['=Hello {name}', 'Hello {name}'],
	['=Pi is {{ Math.PI }}, {{ true }}', `Pi is ${Math.PI}, true`],
	['=Hello {{ $json.name.toUpperCase() }} {{ 1 - 1 }}', 'Hello ADA 0'],
	['={{ $json.text }}', 'Dear {{name}}'],
	['={{ 1 }}', '1'],
])('%j is sent as %j', async (firstMessage, expected) => {
	const { error } = await service.run(
		'whatsApp.setFirstMessage',
		{ ...message, firstMessage },
		{ items: [{ name: 'Ada', text: 'Dear {{name}}' }] },
	);
	expect(error).toBeUndefined();
	expect(service.sandbox.requests[0].body).toMatchObject({ first_message: expected });
});

describe('an empty text in a snippet', () => {
	const run = async (updateFields: object, clearEmptyFields?: boolean) =>
		await service.run('snippet.update', {
			...snippet,
			updateFields,
			...(clearEmptyFields !== undefined && { options: { clearEmptyFields } }),
		} as never);
	const sent = () => service.sandbox.requests.map(({ body }) => body);

	test('is not sent', async () => {
		expect((await run({ description: '', name: 'Hours' })).error).toBeUndefined();
		expect(sent()).toEqual([{ name: 'Hours' }]);
	});

	test('clears the field if selected', async () => {
		const { json, error } = await run({ description: '={{ "" }}', name: 'Hours' }, true);
		expect(error).toBeUndefined();
		expect(sent()).toEqual([{ name: 'Hours', description: '' }]);
		expect(json[0]).toMatchObject({ name: 'Hours', description: '' });
	});

	test('no value clears nothing', async () => {
		const { error } = await run({ description: '={{ $json.missing }}' }, true);
		expect(error?.message).toContain("'Update Fields' has no field with a value");
		// It names no option that is on already.
		expect(error?.description).not.toContain('Clear Empty Fields');
		expect((await run({ description: '' })).error?.description).toContain('Clear Empty Fields');
		expect(sent()).toEqual([]);
	});
});
