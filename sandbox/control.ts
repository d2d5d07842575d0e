import type { FastifyInstance } from 'fastify';
import type { Parts } from './parts';
import type { Fault, Lead, Limits, NewLead } from './types';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/**
 * Whether a request comes from a program on this machine. Web pages can also reach loopback, but their requests
 * contain an origin, or, with DNS rebinding, a different host.
 */
function isLocal(host = '', origin?: string): boolean {
	return LOOPBACK.test(host) && (origin === undefined || origin === `http://${host}`);
}

/**
 * The control routes for other processes, below `/_sandbox`. They are not part of the contract, need no token, have no
 * limits, and are not recorded. Only programs on this machine get a response.
 */
export function control({ store, faults, windows, requests, reset }: Parts) {
	return async (scope: FastifyInstance) => {
		scope.addHook('onRequest', async ({ headers }, reply) => {
			if (isLocal(headers.host, headers.origin)) return undefined;
			return await reply.code(403).send({ message: 'Only programs on this machine can do this' });
		});
		// Parses JSON for any content type, so that plain `curl -d` works. The body can be empty.
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser(
			'*',
			{ parseAs: 'string' },
			async (_request: unknown, body: string) =>
				body === '' ? undefined : (JSON.parse(body) as unknown),
		);
		scope.setErrorHandler((error: Error, _request, reply) =>
			reply.code(400).send({ message: error.message }),
		);
		scope.post<{ Body: Fault }>('/faults', async ({ body }) => faults.add(body));
		scope.delete('/faults', async () => faults.clear());
		scope.get('/requests', async () => requests);
		scope.delete('/requests', async () => {
			requests.length = 0;
		});
		scope.post('/reset', async () => reset());
		scope.post<{ Body: NewLead | undefined }>('/leads', async ({ body }) =>
			store.addLead(body ?? {}),
		);
		scope.patch<{ Params: { id: string }; Body: Partial<Lead> }>('/leads/:id', async (request) =>
			store.updateLead(request.params.id, request.body),
		);
		scope.post<{ Body: Limits }>('/limits', async ({ body }) => windows.setLimits(body));
		scope.get('/balance', async () => store.balance());
		scope.post<{ Body: { main: number; extra?: number } }>('/balance', async ({ body }) => {
			store.setBalance(body.main, body.extra);
		});
	};
}
