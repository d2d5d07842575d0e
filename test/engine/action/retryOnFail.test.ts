import { runTool, type Way } from '../../support/agent';
import { whileOutputFails } from '../../support/failingOutput';
import { hintsOf, useQuickService, working } from '../../support/service';
import { settingsOf } from '../../support/settingsOf';

const service = useQuickService();

const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const create = {
	platformType: 'other',
	customType: 'shopify',
	config: settingsOf({ key: 'value' }),
};
const named = { ...create, name: '={{ $json.name }}' };
const names = () =>
	service.sandbox.requests.map(({ body }) => String((body as { name?: string }).name));
const items = ['One', 'Two', 'Three'].map((name) => ({ name }));

describe('a create that is done is not repeated when n8n runs the node again', () => {
	test('even if its parameters evaluate differently', async () => {
		const name = '={{ $json.name }} {{ Date.now() }} {{ Math.random() }}';
		service.sandbox.addFault({ kind: 'status', status: 400, match: { nth: 3 } });
		const { error, json, task } = await service.run(
			'seoPlatform.create',
			{ ...create, name },
			{ items, settings: again },
		);
		expect(error).toBeUndefined();
		expect(hintsOf(task).join()).toMatch(/^1 request, .*, 2 creates not repeated$/);
		const sent = names();
		expect(sent.map((text) => text.split(' ')[0])).toEqual(['One', 'Two', 'Three', 'Three']);
		// The output is that of the successful try.
		expect(json.map((item) => item.name)).toEqual([sent[0], sent[1], sent[3]]);
	});

	test.each([
		['a 500', { kind: 'status', status: 500 }],
		['a lost response', { kind: 'drop', after: true }],
		['a response that is cut off', { kind: 'truncate' }],
		[
			'a response that is something else',
			{ kind: 'garbage', contentType: 'text/html', body: '<html>' },
		],
	] as const)('nor one that might have been processed: %s', async (_, fault) => {
		service.sandbox.addFault({ ...fault, match: { nth: 2 } });
		const { error } = await service.run('seoPlatform.create', named, { items, settings: again });
		expect(error?.message).toContain('[item 1]');
		expect(names()).toEqual(['One', 'Two']);
	});

	test.each([
		['a refusal', { kind: 'status', status: 400 }],
		['a doubt', { kind: 'drop', after: true }],
	] as const)('the message says what Retry execution creates again: %s', async (what, fault) => {
		const failAt = async (nth: number, id: string, settings = {}) => {
			service.sandbox.clearFaults();
			service.sandbox.addFault({ ...fault, match: { nth }, times: Infinity });
			const run = { items, settings, executionId: `${what} ${id}` };
			return (await service.run('seoPlatform.create', named, run)).error?.description;
		};
		const said = "created records for 2 items. n8n's 'Retry execution' would";
		expect(await failAt(2, 'one created')).toContain(said.replace('2 items', '1 item'));
		expect(await failAt(3, 'once')).toContain(said);
		expect(await failAt(3, 'several tries', again)).toContain(said);
		expect(await failAt(1, 'nothing created')).not.toContain('Retry execution');
	});

	test('and what it updates again', async () => {
		service.sandbox.addFault({ kind: 'status', status: 400, match: { nth: 3 } });
		const { error } = await service.run('snippet.update', working['snippet.update'], { items });
		expect(error?.description).toContain(
			"updated records for 2 items. n8n's 'Retry execution' would update them again.",
		);
	});

	test('Continue: each item is sent once, and a failure does not start a second round', async () => {
		service.sandbox.addFault({ kind: 'status', status: 500, match: { nth: 1 } });
		const { json } = await service.run('seoPlatform.create', named, {
			items,
			settings: { ...again, onError: 'continueRegularOutput' },
		});
		expect(names()).toEqual(['One', 'Two', 'Three']);
		expect(json.map(({ name, error }) => name ?? typeof error)).toEqual(['string', 'Two', 'Three']);
	});

	test('nor one whose output fails, and the message says that it was created', async () => {
		await whileOutputFails(async () => {
			const parameters = { ...create, name: 'Blog' };
			const { error } = await service.run('seoPlatform.create', parameters, { settings: again });
			expect(names()).toEqual(['Blog']);
			expect(error?.description).toMatch(/^The service created the record and charged/);
			expect(error?.description).not.toContain('may still have been');
			expect(error).toMatchObject({ context: { data: { tokens: '5 charged' } } });
		});
	});

	test('but each run of a loop sends its own, also after one in which an item failed', async () => {
		service.sandbox.addFault({ kind: 'status', status: 500, match: { nth: 2 } });
		await service.run('seoPlatform.create', named, {
			items,
			settings: { ...again, onError: 'continueRegularOutput' },
			runs: 2,
		});
		expect(names()).toEqual(['One', 'Two', 'Three', 'One', 'Two', 'Three']);
	});

	test('and each node of an execution', async () => {
		for (const id of ['node-1', 'node-2']) {
			service.sandbox.addFault({ kind: 'status', status: 500, match: { nth: 1 } });
			await service.run(
				'seoPlatform.create',
				{ ...create, name: 'Blog' },
				{ settings: { ...again, id }, executionId: 'two nodes' },
			);
		}
		expect(names()).toEqual(['Blog', 'Blog']);
	});

	test.each([
		['another ID', ['one id', 'another id']],
		['no ID, because n8n does not store it', ['', '']],
	])('and so does another execution, with %s', async (_, executionIds) => {
		for (const executionId of executionIds) {
			service.sandbox.addFault({ kind: 'status', status: 500, match: { nth: 1 } });
			const parameters = { ...create, name: 'Blog' };
			await service.run('seoPlatform.create', parameters, { settings: again, executionId });
		}
		expect(names()).toEqual(['Blog', 'Blog']);
	});
});

describe.each<Way>(['node', 'called'])('as a tool, run as: %s', (way) => {
	const use = async (executionId: string, more: Parameters<typeof runTool>[5] = {}) =>
		await runTool(
			service.loader,
			way,
			{
				resource: 'seoPlatform',
				operation: 'create',
				...create,
				name: "={{ $fromAI('name') }} {{ Date.now() }}",
			},
			service.credential(),
			{ name: 'Blog' },
			{ settings: again, executionId, ...more },
		);
	const sent = () => names().map((name) => name.split(' ')[0]);

	test('a create that might be done is sent once, and the model reads why', async () => {
		service.sandbox.addFault({ kind: 'status', status: 500, match: { nth: 1 } });
		const { observation } = await use(`once ${way}`);
		expect(observation).toContain('HTTP 500');
		expect(observation).toContain('Check before you retry');
		expect(sent()).toEqual(['Blog']);
	});

	test('nor is it sent again with Continue, although its output is an error item', async () => {
		service.sandbox.addFault({ kind: 'status', status: 500, match: { nth: 1 } });
		const settings = { ...again, onError: 'continueRegularOutput' as const };
		const { observation } = await use(`continue ${way}`, { settings });
		const error = expect.stringContaining('Check before you retry') as string;
		expect(JSON.parse(observation)).toEqual([{ error, details: expect.anything() as object }]);
		expect(sent()).toEqual(['Blog']);
	});

	test('one that was refused is tried again', async () => {
		service.sandbox.addFault({ kind: 'status', status: 400, match: { nth: 1 } });
		const { observation, error } = await use(`refused ${way}`);
		expect(error).toBeUndefined();
		expect(observation).toContain('plat_new');
		expect(sent()).toEqual(['Blog', 'Blog']);
	});

	test('a create that succeeded can be asked for again', async () => {
		await use(`again ${way}`, { times: 2 });
		expect(sent()).toEqual(['Blog', 'Blog']);
	});
});

test('an agent that builds its tools for all items of a batch before the first call creates one each', async () => {
	const { error } = await runTool(
		service.loader,
		'called',
		{ resource: 'seoPlatform', operation: 'create', ...create, name: '={{ $fromAI("name") }}' },
		service.credential(),
		{ name: 'Blog' },
		{ settings: again, toolSets: 2 },
	);
	expect(error).toBeUndefined();
	expect(names()).toEqual(['Blog', 'Blog']);
});

test('a failed update after others does not speak of records that were created', async () => {
	service.sandbox.addFault({ kind: 'status', status: 400, match: { nth: 2 } });
	const { error } = await service.run(
		'whatsApp.setFirstMessage',
		{ agentId: 'agent_sales', firstMessage: '={{ $json.name }}' },
		{ items },
	);
	expect(error?.message).toContain('[item 1]');
	expect(error?.description).not.toContain('created');
});

test('a write that can be repeated is sent again by another try', async () => {
	service.sandbox.addFault({ kind: 'status', status: 400, match: { nth: 2 } });
	const { error, json } = await service.run(
		'whatsApp.setFirstMessage',
		{ agentId: 'agent_sales', firstMessage: '={{ $json.text }}' },
		{ items: ['one', 'two'].map((text) => ({ text })), settings: again },
	);
	expect(error).toBeUndefined();
	expect(json).toHaveLength(2);
	const texts = service.sandbox.requests.map(
		({ body }) => (body as { first_message: string }).first_message,
	);
	expect(texts).toEqual(['one', 'two', 'one', 'two']);
});
