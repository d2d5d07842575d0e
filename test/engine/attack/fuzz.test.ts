import { inspect } from 'node:util';

import fc from 'fast-check';

import type { Fault } from '../../../sandbox';
import { log } from '../../support/log';
import { useQuickService, working } from '../../support/service';

const service = useQuickService();

const password = 'app-pass-7713-SECRET';
const parameters: typeof working = {
	...working,
	'seoPlatform.create': { ...working['seoPlatform.create'], applicationPassword: password },
};

/** Text that a service might echo, with the secrets that must not be returned. */
const echo = fc.constantFrom('', 'Bearer x', 'token', 'canceled', '<html><title>Oops</title>');
const json = fc.oneof(
	fc.json({ maxDepth: 3 }),
	fc.constantFrom(
		'{}',
		'[]',
		'null',
		'[null]',
		'[[]]',
		'{"leads":null}',
		'{"leads":[1]}',
		'""',
		'{',
	),
	echo,
);

const fault: fc.Arbitrary<Fault> = fc.oneof(
	fc.record({
		kind: fc.constant('garbage' as const),
		status: fc.constantFrom(200, 201, 202, 206, 299, 400, 401, 403, 404, 418, 429, 500, 503),
		body: json,
		contentType: fc.constantFrom('application/json', 'text/html', 'text/plain', 'image/png', ''),
	}),
	fc.record({
		kind: fc.constant('status' as const),
		status: fc.constantFrom(300, 301, 304, 307, 410, 451, 501, 502, 504, 599),
		headers: fc.constantFrom<Record<string, string>>(
			{},
			{ location: 'http://127.0.0.1:9/' },
			{ location: '/' },
			{ 'retry-after': 'soon' },
			{ 'retry-after': '-1' },
			{ 'content-encoding': 'gzip' },
			{ 'content-length': '0' },
		),
		body: fc.constantFrom<unknown>('', 'x', { message: ['a', { error: 'b' }] }, [], null),
	}),
	fc.record({
		kind: fc.constant('truncate' as const),
		variant: fc.constantFrom<'length' | 'json'>('length', 'json'),
	}),
	fc.record({ kind: fc.constant('drop' as const), after: fc.boolean() }),
);

/** Whether an operation can return this output. */
function isGarbage(output: Record<string, unknown>): boolean {
	const known = ['id', 'agentConversationId', 'clientOrgId', 'email', 'mainTokenCount', 'success'];
	return !known.some((name) => Object.hasOwn(output, name));
}

test('any response leads to a plain error or a real record, and to no secret', async () => {
	let runs = 0;
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...Object.keys(parameters)), fault, async (id, wrong) => {
			service.sandbox.reset();
			log.text = '';
			service.sandbox.addFault({ ...wrong, times: Infinity });
			// A new token for each run, because a 429 pauses all requests with the same token.
			const token = `fuzzed_token_${++runs}`;
			const result = await service.run(
				id,
				{ ...parameters[id], options: { maxWait: 0.01, timeout: 5 } },
				{ credential: { accessToken: token } },
			);
			expect(service.sandbox.requests.length).toBeGreaterThan(0);
			if (result.error) {
				expect(result.error.name).toMatch(/^Node(Api|Operation)Error$/);
				expect(result.error.message).toMatch(/\w.* \[item 0\]$/);
				expect(result.error.description).toMatch(/\w{3}/);
				expect(result.run.status).toBe('error');
			} else {
				expect(result.json.filter(isGarbage)).toEqual([]);
			}
			const { run, error } = result;
			const seen = [JSON.stringify(run), inspect([run, error], { depth: 12 }), log.text].join('\n');
			for (const secret of [token, ...service.sandbox.secrets]) {
				expect(seen).not.toContain(secret);
			}
			// A parameter of the workflow itself is not a leak, but the error must not repeat it.
			expect(String(error?.message) + String(error?.description)).not.toContain(password);
		}),
		{ numRuns: 250 },
	);
}, 60_000);
