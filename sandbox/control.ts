import type { FastifyInstance } from 'fastify';
import type { Parts } from './parts';
import type { Fault, Lead, Limits, NewLead } from './types';

/**
 * The control routes for another process, below `/_sandbox`: not part of the contract, without token,
 * limits or record. Whoever reaches them is on this machine.
 */
export function control({ store, faults, windows, requests, reset }: Parts) {
	return async (scope: FastifyInstance) => {
		// JSON whatever the content type says, so that plain `curl -d` works; nothing where none is needed.
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
