import type { IDataObject } from 'n8n-workflow';

import { expectNoSecrets } from '../../support/secrecy';
import { useQuickService, working } from '../../support/service';

const service = useQuickService();

const modes = ['continueRegularOutput', 'continueErrorOutput'] as const;
type Mode = (typeof modes)[number];

/** Runs several items with "Continue" and expects that the run succeeds. */
async function continued(
	mode: Mode,
	id: string,
	parameters: IDataObject,
	items: IDataObject[],
	credential?: Record<string, string> | null,
) {
	const result = await service.run(id, parameters, {
		items,
		settings: { onError: mode },
		...(credential !== undefined && { credential }),
	});
	expect(result.run.status).toBe('success');
	expect(result.error).toBeUndefined();
	expectNoSecrets(result, Object.values(service.sandbox.tokens));
	const [first, second = []] = result.outputs;
	const failed = mode === 'continueErrorOutput' ? second : first.filter(({ json }) => json.error);
	const fine = first.filter(({ json }) => !json.error);
	if (mode === 'continueErrorOutput') expect(fine).toEqual(first);
	// Every item ends once.
	const places = placesOf([...fine, ...failed]);
	expect(places.sort((a, b) => a - b)).toEqual(items.map((_, item) => item));
	return { first, fine, failed, result };
}

/** The error item without the input fields, which n8n adds on the error output. */
function own(json: IDataObject, input: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !(name in input)));
}

const placesOf = (items: Array<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

describe.each(modes)('%s', (mode) => {
	test('a bad parameter, a bad expression, a missing record and a broken connection', async () => {
		const good = service.sandbox.leadIds.map(({ id }) => id);
		const items: IDataObject[] = [
			{ id: good[0] },
			{ id: '' },
			{ id: good[1] },
			{ id: 'a/b' },
			{ id: 'lead_unknown' },
			{ id: good[2], fail: true },
			{ id: 'lead_broken' },
			{ id: good[3] },
		];
		service.sandbox.addFault({ kind: 'drop', match: { path: 'lead_broken' }, times: Infinity });
		const leadId = '={{ $json.fail ? (() => { throw new Error("no luck") })() : $json.id }}';
		const { first, failed, fine } = await continued(mode, 'lead.get', { leadId }, items);
		expect(placesOf(fine)).toEqual([0, 2, 7]);
		expect(placesOf(failed)).toEqual([1, 3, 4, 5, 6]);
		expect(placesOf(first)).toEqual(
			mode === 'continueErrorOutput' ? [0, 2, 7] : [0, 1, 2, 3, 4, 5, 6, 7],
		);

		const errors = failed.map(({ json }) => json);
		const said = [
			/is empty/,
			/'Lead ID' contains characters that are not allowed/,
			/not found/,
			/./,
			/was closed before/,
		];
		errors.forEach((json, index) => {
			const place = placesOf(failed)[index];
			expect(own(json, items[place])).toEqual({
				error: expect.stringMatching(said[index]) as string,
				details: expect.any(Object) as object,
			});
			expect(json.error).toMatch(new RegExp(`\\[item ${place}\\]$`));
			if (mode === 'continueErrorOutput') expect(json).toMatchObject(items[place]);
			else expect(Object.keys(json)).toEqual(['error', 'details']);
		});
		expect(errors[2].details).toEqual({
			description: expect.stringContaining('Your organization has no lead') as string,
			httpCode: 404,
			request: 'GET /agent/lead/lead_unknown',
			response: 'Lead not found',
			tokens: '5 might have been charged',
		});
	});

	test.each([null, { accessToken: 'a b' }])('the credential %j', async (credential) => {
		const items = [{ place: 'a' }, { place: 'b' }];
		const { failed } = await continued(mode, 'lead.getAll', {}, items, credential);
		expect(placesOf(failed)).toEqual([0, 1]);
		for (const { json } of failed) expect(json.error).toMatch(/credential/i);
		expect(service.sandbox.requests).toEqual([]);
	});

	const perEffect = ['lead.get', 'snippet.update', 'seoPlatform.create'];
	test.each(perEffect)('%s: an error of the service', async (id) => {
		service.sandbox.addFault({ kind: 'status', status: 500, times: Infinity });
		const items = [{ place: 'a' }, { place: 'b' }];
		const { fine, failed } = await continued(mode, id, working[id], items);
		expect(fine).toEqual([]);
		for (const { json } of failed) {
			expect(json.error).toContain('(HTTP 500)');
			expect((json.details as IDataObject).httpCode).toBe(500);
		}
	});

	const ids = { 'lead.get': 'leadId', 'snippet.update': 'snippetId' };
	test.each(Object.entries(ids))('%s: Stop, while an item is refused', async (id, field) => {
		const parameters = { ...working[id], [field]: '={{ $json.id }}' };
		const items = ['', 'a/b', service.sandbox.leadIds[0].id].map((id) => ({ id }));
		const { run, task } = await service.run(id, parameters, {
			items,
			settings: { onError: mode, retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
			onNodeStart: (stop) => stop(),
		});
		expect(run.status).toBe('canceled');
		expect(task.error).toBeUndefined();
		// The error output keeps the input fields, and every item has its own error.
		const outputs = (task.data?.main ?? []).flatMap((list) => list ?? []);
		expect(placesOf(outputs)).toEqual([0, 1, 2]);
		expect(outputs.map(({ json }) => json.error)).toEqual([
			expect.stringContaining('is empty'),
			expect.stringContaining('not allowed'),
			expect.stringContaining('The execution was canceled'),
		]);
		expect(service.sandbox.requests).toEqual([]);
	});
});

test('without "Continue" the first failure ends the run, and no later write is sent', async () => {
	service.sandbox.addFault({ kind: 'status', status: 400, match: { nth: 2 } });
	const { error, run, outputs } = await service.run(
		'whatsApp.setFirstMessage',
		{ agentId: 'agent_sales', firstMessage: '={{ $json.text }}' },
		{ items: ['one', 'two', 'three'].map((text) => ({ text })) },
	);
	expect(run.status).toBe('error');
	expect(error?.message).toContain('[item 1]');
	expect(outputs.flat()).toEqual([]);
	expect(service.sandbox.requests).toHaveLength(2);
});

test('if several reads fail together, the error names the first item', async () => {
	service.sandbox.addFault({ kind: 'slow', ms: 100, match: { path: 'lead_a' } });
	const { error } = await service.run(
		'lead.get',
		{ leadId: '={{ $json.id }}' },
		{ items: [{ id: 'lead_a' }, { id: 'lead_b' }] },
	);
	expect(error?.message).toContain('[item 0]');
});

test('if a read fails while another one waits for a retry, the error is that of the one that failed', async () => {
	const [{ id }] = service.sandbox.leadIds;
	const headers = { 'retry-after': '2' };
	service.sandbox.addFault({ kind: 'status', status: 503, headers, match: { path: id } });
	service.sandbox.addFault({ kind: 'slow', ms: 500, match: { path: 'lead_b' } });
	const { error } = await service.run(
		'lead.get',
		{ leadId: '={{ $json.id }}' },
		{ items: [{ id }, { id: 'lead_b' }] },
	);
	expect(error?.message).toMatch(/not found.*\[item 1\]/);
	expect(service.sandbox.requests).toHaveLength(2);
});
