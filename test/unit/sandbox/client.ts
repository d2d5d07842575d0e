import axios, { type AxiosResponse } from 'axios';
import { validateAnswer, validateRequest } from '../../../sandbox/contract';
import type { Sandbox } from '../../../sandbox';

export interface CallOptions {
	/** null sends no Authorization header. Default: the administrator's token. */
	token?: string | null;
	body?: unknown;
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

/** Sends one request to the sandbox, and accepts any response. */
export async function send(
	sandbox: Sandbox,
	route: string,
	{ token = sandbox.tokens.admin, body, headers, signal }: CallOptions = {},
): Promise<AxiosResponse> {
	const [method, path] = route.split(' ');
	return await axios.request({
		method,
		url: sandbox.url + path,
		data: body,
		headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
		signal,
		maxRedirects: 0,
		validateStatus: () => true,
	});
}

/** One request whose answer must keep the contract, whether it is a success or a refusal. */
export async function call(
	sandbox: Sandbox,
	route: string,
	options: CallOptions = {},
): Promise<AxiosResponse> {
	const answer = await send(sandbox, route, options);
	const [method, path] = route.split(' ');
	const { operationId } = validateRequest({ method, path });
	expect(operationId).toBeDefined();
	expect(validateAnswer(operationId ?? '', answer.status, answer.data)).toEqual([]);
	return answer;
}

export interface Route {
	operationId: string;
	route: string;
	body?: object;
	tokens: number;
}

/** One valid request per operation, by the ids of the seed. */
export const routes: Route[] = [
	{
		operationId: 'billing.getActiveUsers',
		route: 'GET /billing/payments/getAllActivesUsers',
		tokens: 5,
	},
	{
		operationId: 'billing.getTokenBalance',
		route: 'GET /billing-token/getTokenBalance',
		tokens: 1,
	},
	{
		operationId: 'seoPlatform.create',
		route: 'POST /seo/createPlatform',
		body: { name: 'Blog', type: 'wix', config: {} },
		tokens: 5,
	},
	{
		operationId: 'snippet.update',
		route: 'PUT /agent/connector/snippet/snip_hours',
		body: { name: 'Hours' },
		tokens: 5,
	},
	{
		operationId: 'article.getBySeoJob',
		route: 'GET /seo/getArticlesBySeoJobId?seoJobId=seo_job_4502',
		tokens: 5,
	},
	{ operationId: 'article.getAll', route: 'GET /seo/getArticles', tokens: 5 },
	{
		operationId: 'whatsApp.setFirstMessage',
		route: 'PUT /agent/connector/whatsapp/set-whatsapp-first-message',
		body: { agent_id: 'agent_sales', first_message: 'Hello {{name}}' },
		tokens: 5,
	},
	{ operationId: 'lead.getAll', route: 'GET /agent/lead', tokens: 5 },
	{ operationId: 'lead.get', route: 'GET /agent/lead/lead_8f2k1a', tokens: 5 },
	{ operationId: 'seoPlatform.getAll', route: 'GET /seo/getPlatforms', tokens: 5 },
];
