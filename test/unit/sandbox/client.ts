import axios, { type AxiosResponse } from 'axios';
import { validateAnswer, validateRequest } from '../../../sandbox/contract';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import type { Sandbox } from '../../../sandbox';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { working } from '../../support/operationExamples';

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

/** One request whose response must match the contract, for successes and refusals. */
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
export const routes: Route[] = Object.values<Operation>(table).map((operation) => {
	const { method, path: pattern, tokens } = operation;
	const operationId = `${operation.resource}.${operation.operation}`;
	const defaults = operation.fields.map(({ name, default: value }) => [name, value]);
	const parameters = { ...Object.fromEntries(defaults), ...working[operationId], options: {} };
	const { path = {}, query, body } = operation.request(parameters);
	const own = pattern.replace(/\{(\w+)\}/g, (_, name: string) => path[name]);
	const search = query ? `?${new URLSearchParams(query as Record<string, string>).toString()}` : '';
	return { operationId, route: `${method} ${own}${search}`, body, tokens };
});
