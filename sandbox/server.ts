import bearerAuth from '@fastify/bearer-auth';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { isJson, operations, validateRequest, type Operation } from './contract';
import type { Parts } from './parts';
import { after, before } from './faultActions';
import { now, rateLimitStore } from './limits';
import { perform, ServiceError } from './operations';
import type { Caller, Store } from './store';
import type { Fault, RecordedRequest, SandboxOptions } from './types';

declare module 'fastify' {
	interface FastifyRequest {
		record: RecordedRequest | null;
		caller: Caller | null;
		fault: Fault | null;
	}
}

/** The HTTP server: the service below its base path. */
export function createServer(
	parts: Parts,
	basePath: string,
	options: SandboxOptions,
): FastifyInstance {
	const server = Fastify({
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 4096 },
		// A path that cannot be decoded never reaches a route.
		frameworkErrors: (error, request, reply) => {
			void answerError(error, request as FastifyRequest, reply as unknown as FastifyReply);
		},
	});
	server.decorateRequest('record', null);
	server.decorateRequest('caller', null);
	server.decorateRequest('fault', null);
	server.setErrorHandler(answerError);
	if (basePath) server.setNotFoundHandler(answerNotFound);
	void server.register(service(parts, basePath, options.retryAfter ?? true), { prefix: basePath });
	return server;
}

function service(parts: Parts, basePath: string, retryAfter: boolean) {
	return async (scope: FastifyInstance) => {
		// Bodies arrive as text and are parsed after the token was checked, see openapi.yaml.
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
			done(null, body),
		);
		scope.setNotFoundHandler(answerNotFound);
		scope.addHook('onRequest', async (request) => {
			request.record = recordOf(request, basePath);
			parts.requests.push(request.record);
		});
		// Hooks run in the order they are added: the fault, the token, its expiry, the limits.
		scope.addHook('preValidation', async (request, reply) => {
			const { method, path } = recordIn(request);
			recordIn(request).body = parsed(request.body);
			request.fault = parts.faults.take(method, path) ?? null;
			if (!request.fault) return undefined;
			recordIn(request).fault = request.fault;
			return await before(request.fault, request, reply);
		});
		await addGuards(scope, parts, retryAfter);
		scope.addHook('onSend', async (request, reply, payload) => {
			const { fault } = request;
			// Before `after`, which can wait: what is recorded is what the client gets, or would have got.
			if (fault?.kind === 'status' && fault.after) reply.code(fault.status);
			if (!(fault?.kind === 'drop' && fault.after)) recordIn(request).status = reply.statusCode;
			return fault ? await after(fault, request, reply, payload) : payload;
		});
		for (const operation of operations) addRoute(scope, parts.store, operation);
	};
}

/** Adds the checks of the token (401), its expiry (403), and the limits (429). */
async function addGuards(scope: FastifyInstance, parts: Parts, retryAfter: boolean): Promise<void> {
	await scope.register(bearerAuth, {
		keys: new Set<string>(),
		auth: (token) => parts.store.caller(token) !== undefined,
		addHook: false,
	});
	if (!scope.verifyBearerAuth) throw new Error('@fastify/bearer-auth did not load');
	scope.addHook('preValidation', scope.verifyBearerAuth);
	scope.addHook('preValidation', async (request) => {
		const token = (request.headers.authorization ?? '').slice('Bearer '.length).trim();
		request.caller = parts.store.caller(token) ?? null;
		if (request.caller?.expired) throw new ServiceError(403, 'The access token is expired');
	});
	const noHeaders = {
		'x-ratelimit-limit': false,
		'x-ratelimit-remaining': false,
		'x-ratelimit-reset': false,
	};
	await scope.register(rateLimit, {
		global: false,
		max: 1,
		store: rateLimitStore(parts.windows),
		keyGenerator: (request) => request.caller?.token ?? '',
		addHeadersOnExceeding: noHeaders,
		addHeaders: { ...noHeaders, 'retry-after': retryAfter },
		errorResponseBuilder: () => new ServiceError(429, 'Too many requests: rate limit exceeded'),
	});
	scope.addHook('preValidation', scope.rateLimit());
}

function addRoute(scope: FastifyInstance, store: Store, operation: Operation): void {
	scope.route({
		method: operation.method,
		url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
		handler: async (request, reply) => {
			const record = recordIn(request);
			const hasBody = typeof request.body === 'string' && request.body !== '';
			if (hasBody && !isJson(request.headers['content-type'] ?? '')) {
				throw new ServiceError(415, 'Content-Type must be application/json');
			}
			const { errors } = validateRequest(record);
			if (errors.length > 0) throw new ServiceError(400, errors.join('; '));
			if (!request.caller) throw new ServiceError(401, 'The access token is missing');
			const path = request.params as Record<string, string>;
			const { query, body } = record;
			const answer = perform(operation, store, request.caller.user, { path, query, body });
			record.tokens = operation.tokens;
			return await reply.code(operation.status).send(answer);
		},
	});
}

function recordOf(request: FastifyRequest, basePath: string): RecordedRequest {
	const [path] = request.raw.url?.split('?') ?? [''];
	return {
		at: now(),
		method: request.method,
		path: path.slice(basePath.length),
		query: { ...(request.query as RecordedRequest['query']) },
		headers: { ...request.headers },
		body: undefined,
		status: null,
		tokens: 0,
	};
}

function recordIn(request: FastifyRequest): RecordedRequest {
	if (!request.record) throw new Error('The request was not recorded');
	return request.record;
}

function parsed(body: unknown): unknown {
	if (typeof body !== 'string' || body === '') return undefined;
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}

function answerError(
	error: Error & { statusCode?: number },
	_request: FastifyRequest,
	reply: FastifyReply,
) {
	const status = error.statusCode ?? 500;
	return reply.code(status).send({ message: error.message || 'Internal server error' });
}

function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
	return reply.code(404).send({ message: `No route ${request.method} ${request.url}` });
}
