import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeListSearchResult,
	type INodeType,
	type NodeApiError,
} from 'n8n-workflow';

import type { Fault } from '../../../sandbox';
import { KEPT_MS } from '../../../nodes/AgentSuite/editor/keptLists';
import { RETRIES } from '../../../nodes/AgentSuite/transport/tuning';
import { additionalDataOf, CredentialInMemory, nodeTypesOf, suiteNode } from '../../support/engine';
import { useService } from '../../support/service';
import { built } from '../../support/built';

const service = useService();
const path = '/seo/getArticles';

type Searches = NonNullable<NonNullable<INodeType['methods']>['listSearch']>;
const { listSearch } = built<{
	listSearch: (list: unknown, keptMs: typeof KEPT_MS) => Searches[string];
}>('editor/listSearch');
const { seoJobs } = built<Record<string, unknown>>('resources/article/seoJobs.pickList');
const listSearches = (keptMs = KEPT_MS) => ({ searchSeoJobs: listSearch(seoJobs, keptMs) });

/** The lists of the next searches. New ones for each test, because they are kept. */
let searches: Searches | undefined;
beforeEach(() => {
	searches = listSearches();
});

/** Requests a list as n8n's editor does, through the method of the node in n8n's context. */
async function search(
	filter?: string,
	credential: ICredentialDataDecryptedObject = {},
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { loader } = service;
	const node = suiteNode({ resource: 'article', operation: 'getBySeoJob' });
	const nodeTypes = nodeTypesOf(loader);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const helper = new CredentialInMemory(loader, service.credential(credential));
	const additionalData = additionalDataOf(helper);
	const context = new LoadOptionsContext(workflow, node, additionalData, 'parameters.seoJobId');
	const type = loader.getNode('agentSuite').type as INodeType;
	const { searchSeoJobs } = searches ?? type.methods?.listSearch ?? {};
	return await searchSeoJobs.call(context, filter, paginationToken);
}

const asked = () => service.sandbox.requests.filter((request) => request.path === path).length;

const values = ({ results }: INodeListSearchResult) => results.map(({ value }) => value);

test('the jobs of the articles, newest first, each with its number of articles and its newest title', async () => {
	const { results, paginationToken } = await search();
	expect(results).toEqual([
		{
			name: '2 articles: Seven ways to light a narrow… (seo_job_4618)',
			value: 'seo_job_4618',
		},
		{
			name: expect.stringMatching(/^3 articles: How to descale .* \(seo_job_4502\)$/),
			value: 'seo_job_4502',
		},
		{ name: expect.stringMatching(/^\d+ articles: .* \(seo_job_4417\)$/), value: 'seo_job_4417' },
	]);
	expect(paginationToken).toBeUndefined();
	expect(asked()).toBe(1);
	expect(service.sandbox.requests[0].headers.authorization).toBe(
		`Bearer ${service.sandbox.tokens.admin}`,
	);
});

test('searching, and asking at the same time, costs one request', async () => {
	const found = await Promise.all(
		['', 'HALLWAY', '4502', 'nothing like this', undefined].map((text) => search(text)),
	);
	expect(found.map(values)).toEqual([
		['seo_job_4618', 'seo_job_4502', 'seo_job_4417'],
		['seo_job_4618'],
		['seo_job_4502'],
		[],
		['seo_job_4618', 'seo_job_4502', 'seo_job_4417'],
	]);
	expect(asked()).toBe(1);
});

test('after a while the list is read again', async () => {
	searches = listSearches({ list: 0, failure: 0 });
	await search();
	service.sandbox.addArticle({ seoJobId: 'seo_job_4417', title: 'Brand new' });
	const { results } = await search();
	expect(results[0].name).toMatch(/^\d+ articles: Brand new \(seo_job_4417\)$/);
	expect(asked()).toBe(2);
});

test('a list that takes longer than it is kept is read once, and kept from its response on', async () => {
	searches = listSearches({ list: 400, failure: 0 });
	service.sandbox.addFault({ kind: 'slow', ms: 600, times: 1 });
	const first = search();
	await new Promise((resolve) => setTimeout(resolve, 500));
	await Promise.all([first, search()]);
	await search();
	expect(asked()).toBe(1);
});

test('another credential gets its own list', async () => {
	await search();
	await search('', { accessToken: service.sandbox.tokens.otherOrg });
	expect(asked()).toBe(2);
	await expect(search('', { accessToken: 'nobody' })).rejects.toThrow('invalid');
});

test('many jobs come in pages of one response', async () => {
	// Those of the node.
	searches = undefined;
	for (let count = 0; count < 150; count++) {
		const id = String(count).padStart(3, '0');
		service.sandbox.addArticle({ seoJobId: `many_${id}`, title: `Title ${count}` });
	}
	const first = await search('many_');
	expect(first.results).toHaveLength(100);
	const second = await search('many_', {}, first.paginationToken as string);
	expect(second.results).toHaveLength(50);
	expect(second.paginationToken).toBeUndefined();
	const whole = await search('many_0');
	expect(whole.results).toHaveLength(100);
	expect(whole.paginationToken).toBeUndefined();
	expect(new Set([...values(first), ...values(second)]).size).toBe(150);
	expect(asked()).toBe(1);
});

/** The message and description that the editor shows if a list fails. If an ID would help, the description says so. */
async function failure(
	list: Promise<unknown>,
	byId = true,
): Promise<{ text: string; error: unknown }> {
	const error = (await list.catch((thrown: unknown) => thrown)) as NodeApiError;
	expect(error).toBeInstanceOf(Error);
	// n8n's server only sends the description of this class to the editor.
	expect(error.name).toBe('NodeApiError');
	// An option of the node, and a setting of its execution.
	expect(error.description).not.toMatch(/Timeout|Retry On Fail/);
	const helps = error.description?.endsWith("select 'By ID' and enter the ID.");
	expect({ helps, message: error.message }).toEqual({ helps: byId, message: error.message });
	expect(error.message).not.toContain('By ID');
	if (byId) expect(error.description?.length).toBeLessThan(300);
	return { text: `${error.message} | ${error.description}`, error };
}

test.each<[string, () => ICredentialDataDecryptedObject, RegExp]>([
	[
		'an expired token',
		() => ({ accessToken: service.sandbox.tokens.expired }),
		/expired.*new token/,
	],
	[
		'a host that the credential does not allow',
		() => ({ allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' }),
		/Allowed Domains/,
	],
])('%s: the editor is told why, what to do, and no secret', async (_, credential, expected) => {
	const { text, error } = await failure(search('', credential()), false);
	expect(text).toMatch(expected);
	expect(JSON.stringify(error)).not.toContain(service.sandbox.tokens.expired);
	expect(JSON.stringify(error)).not.toContain('Bearer');
});

test('an empty list says why, and what to do', async () => {
	service.sandbox.addFault({
		kind: 'garbage',
		contentType: 'application/json',
		body: '[]',
		times: 1,
	});
	const { text } = await failure(search(), false);
	expect(text).toMatch(
		/^No SEO jobs to select \| Only jobs that have generated articles are listed\. .*'By ID'/,
	);
});

test('a failure is kept for a moment, so that the next letter of the filter does not pay again', async () => {
	service.sandbox.addFault({ kind: 'status', status: 500, times: 1 });
	for (const filter of ['h', 'ho'])
		expect((await failure(search(filter))).text).toMatch(/could not process the request/);
	expect(asked()).toBe(1);
});

test.each<[string, Fault, RegExp]>([
	[
		'a service that is away',
		{ kind: 'status', status: 507, times: 1 + RETRIES.often },
		/currently unavailable.* \| .*If this keeps happening/,
	],
	[
		'a website',
		{ kind: 'garbage', contentType: 'text/html', body: '<html>', times: 1 },
		/returned an HTML page .* \| The request may still have been charged\. .* Check that the base URL/,
	],
])('after %s, the list is read again', async (_what, fault, said) => {
	searches = listSearches({ list: 60_000, failure: 0 });
	service.sandbox.addFault(fault);
	expect((await failure(search())).text).toMatch(said);
	expect((await search()).results).toHaveLength(3);
});

test('a host that cannot be reached: the advice about the base URL is kept', async () => {
	const { text } = await failure(search('', { baseUrl: 'http://127.0.0.1:9' }));
	expect(text).toMatch(/Could not connect to .* \| Check the host and port of the base URL/);
});

test('an error of n8n keeps its text', async () => {
	const { getCredentials } = LoadOptionsContext.prototype;
	const message = 'Credential with ID "1" does not exist';
	LoadOptionsContext.prototype.getCredentials = async () => {
		throw new Error(message);
	};
	try {
		await expect(search()).rejects.toThrow(message);
	} finally {
		LoadOptionsContext.prototype.getCredentials = getCredentials;
	}
});

test('the list respects the rate limit, and says when it resets', async () => {
	// An address that no other test uses, because limits apply per token and address.
	const baseUrl = service.sandbox.url.replace('127.0.0.1', 'localhost');
	const limited = { requestsPerHour: 1, baseUrl };
	await search('', limited);
	searches = listSearches({ list: 0, failure: 0 });
	const again = search('', limited);
	expect((await failure(again)).text).toMatch(/hourly limit resets .* \| .*Try again/);
	expect(asked()).toBe(1);
});

describe('the ID that was picked', () => {
	const job = 'seo_job_4502';
	const picked: Array<[string, unknown]> = [
		['from the list', { __rl: true, mode: 'list', value: job, cachedResultName: 'How to' }],
		['by ID', { __rl: true, mode: 'id', value: ` ${job} ` }],
		['by an expression inside', { __rl: true, mode: 'id', value: '={{ $json.job }}' }],
		['as a text that was saved before', job],
		['as an expression that was saved before', '={{ $json.job }}'],
		['as an object that an expression returns', '={{ { mode: "id", value: $json.job } }}'],
	];

	test.each(picked)('%s', async (_, seoJobId) => {
		const { error, json } = await service.run('article.getBySeoJob', { seoJobId } as IDataObject, {
			items: [{ job }],
		});
		expect(error).toBeUndefined();
		expect(service.sandbox.requests[0].query).toEqual({ seoJobId: job });
		expect(json).toHaveLength(3);
	});

	test.each<[unknown, RegExp]>([
		[{ __rl: true, mode: 'id', value: '={{ null }}' }, /'SEO Job' is empty/],
		[{ __rl: true, mode: 'id', value: '={{ [1] }}' }, /'SEO Job' must be text/],
	])('%j is refused before anything is sent', async (seoJobId, expected) => {
		const { error } = await service.run('article.getBySeoJob', { seoJobId } as IDataObject);
		expect(error?.message).toMatch(expected);
		expect(service.sandbox.requests).toEqual([]);
	});
});
