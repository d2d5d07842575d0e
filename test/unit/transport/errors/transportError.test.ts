import { inspect } from 'node:util';

import fc from 'fast-check';

import { readTransportError } from '../../../../nodes/AgentSuite/transport/errors/transportError';

const url = 'https://api.example.com:8443/agent/lead';
const read = (error: unknown) => readTransportError(error, url, 1500);

/** An error with a code, as Node.js and axios make them. */
const coded = (code: string, message = '') => Object.assign(new Error(message), { code });

const cases: Array<[unknown, string, string, string]> = [
	[coded('ERR_CANCELED'), 'stopped', 'maybe', 'was canceled'],
	[
		new DOMException('This operation was aborted', 'AbortError'),
		'stopped',
		'maybe',
		'was canceled',
	],
	[coded('ECONNABORTED', 'timeout of 1500ms exceeded'), 'timeout', 'maybe', 'within 1.5 s'],
	[new Error('timeout of 1500ms exceeded'), 'timeout', 'maybe', 'within 1.5 s'],
	[coded('ENOTFOUND'), 'connection', 'no', 'was not found'],
	[coded('EAI_AGAIN'), 'connection', 'no', 'was not found'],
	[coded('ECONNREFUSED'), 'connection', 'no', 'Could not connect'],
	[coded('EHOSTUNREACH'), 'connection', 'no', 'Could not connect'],
	[coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'refused', 'no', 'Could not make a secure connection'],
	[coded('CERT_HAS_EXPIRED'), 'refused', 'no', 'Could not make a secure connection'],
	[coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'refused', 'no', 'Could not make a secure connection'],
	[
		coded('EPROTO', 'write EPROTO SSL routines'),
		'refused',
		'no',
		'Could not make a secure connection',
	],
	[
		coded('EHOSTUNREACH', 'connect EHOSTUNREACH 192.0.2.1:443'),
		'connection',
		'no',
		'Could not connect',
	],
	[coded('EHOSTUNREACH', 'read EHOSTUNREACH'), 'connection', 'maybe', 'was closed before'],
	[coded('ENETUNREACH', 'write ENETUNREACH'), 'connection', 'maybe', 'was closed before'],
	[
		coded('ERR_SSL_SSL/TLS_ALERT_BAD_RECORD_MAC', 'SSL routines: ssl/tls alert bad record mac'),
		'connection',
		'maybe',
		'was closed before',
	],
	[coded('ECONNRESET'), 'connection', 'maybe', 'was closed before'],
	[coded('EPIPE'), 'connection', 'maybe', 'was closed before'],
	[new Error('socket hang up'), 'connection', 'maybe', 'was closed before'],
	[coded('HPE_INVALID_CONSTANT', 'Parse Error'), 'connection', 'maybe', 'is not valid HTTP'],
	[new Error('Domain not allowed: x'), 'refused', 'no', 'does not allow'],
	[new Error('The request was blocked: restricted IP address'), 'refused', 'no', 'n8n blocked'],
	[undefined, 'connection', 'maybe', 'was closed before'],
	['a text', 'connection', 'maybe', 'was closed before'],
];

test.each(cases)('%p is %s, sent: %s', (error, kind, sent, text) => {
	const lost = read(error);
	expect(lost).toMatchObject({ kind, sent });
	expect(lost.problem.message).toContain(text);
});

test('a timeout names the option that sets it, if there is one', () => {
	const advice = (option?: string) =>
		readTransportError(coded('ECONNABORTED'), url, 1500, option).problem.description;
	expect(advice('Timeout (Seconds)')).toMatch(/, or increase 'Timeout \(Seconds\)'\.$/);
	expect(advice()).toMatch(/Check before you retry\.$/);
});

test('a cause decides where the error itself says nothing', () => {
	const error = new Error('The service refused', { cause: coded('ECONNREFUSED') });
	expect(read(error).sent).toBe('no');
	const several = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
	expect(read({ cause: { cause: several } }).sent).toBe('no');
	expect(read({ messages: ['connect ENOTFOUND x'] }).sent).toBe('no');
});

test('an endless chain of causes does no harm', () => {
	const error = new Error('x');
	error.cause = error;
	expect(read(error).kind).toBe('connection');
});

test('the host is named, the rest of the address is not', () => {
	for (const [error] of cases) {
		const { message, description } = read(error).problem;
		expect(message + description).not.toContain('/agent/lead');
		expect(message + description).not.toMatch(/[{}]|undefined/);
	}
	expect(read(coded('ENOTFOUND')).problem.message).toContain('api.example.com:8443');
});

test('no part of the error is kept', () => {
	const secret = 'agst_secret_1';
	const error = Object.assign(new Error(`Bearer ${secret}`, { cause: coded('ECONNRESET') }), {
		config: { headers: { Authorization: `Bearer ${secret}` } },
		request: { secret },
	});
	const lost = read(error);
	const text = inspect(lost, { depth: Infinity, showHidden: true }) + JSON.stringify(lost);
	expect(text).not.toContain(secret);
	expect(lost.problem.cause).toBeUndefined();
});

test('for any thrown value, there is a message and an advice', () => {
	fc.assert(
		fc.property(fc.anything(), (thrown) => {
			const { problem, sent } = read(thrown);
			expect(problem.message).toMatch(/\w/);
			expect(problem.description).toMatch(/\.$/);
			expect(['no', 'maybe']).toContain(sent);
		}),
	);
});

test('only a run that was stopped is called canceled, since n8n goes by that word', () => {
	for (const [error] of cases) {
		const { problem, kind } = read(error);
		expect(/cancell?ed/i.test(problem.message)).toBe(kind === 'stopped');
		expect(problem.description).not.toMatch(/cancell?ed/i);
	}
});
