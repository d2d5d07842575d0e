import { inspect } from 'node:util';

import * as table from '../../../../nodes/AgentSuite/resources/operations';
import { toldAttempt } from '../../../../nodes/AgentSuite/transport/errors/told';
import { outcomeOf } from '../../../../nodes/AgentSuite/transport/outcomeOf';
import { lossOf, signatures } from '../../../../nodes/AgentSuite/transport/receive/loss';
import { isInDoubt, type Outcome } from '../../../../nodes/AgentSuite/transport/outcomes/outcome';
import { requestOf, unanswered } from '../../../support/requests';

const url = 'https://api.example.com:8443/agent/lead';
const [get, put, post] = [table.leadGetAll, table.snippetUpdate, table.seoPlatformCreate];
/** What a request came to that ended with this error, and what is told of it. */
function read(error: unknown, { operation = get, hasOptions = false } = {}) {
	const loss = lossOf(error);
	if (!loss) throw new Error('It is not known');
	const request = requestOf(operation, { url, timeoutMs: 29_988, hasOptions });
	const outcome = unanswered(loss, request);
	return {
		...outcome,
		problem: toldAttempt(outcome, { request, outcomes: [outcome] }),
	};
}

/** An error with a code, as Node.js and axios make them. */
const coded = (code: string, message = '') => Object.assign(new Error(message), { code });

const cases: Array<[unknown, Outcome['retry'], 'no' | 'perhaps', string]> = [
	// Without Stop, somebody else has ended the connection.
	[coded('ERR_CANCELED'), 'often', 'perhaps', 'was closed before'],
	[
		new DOMException('This operation was aborted', 'AbortError'),
		'often',
		'perhaps',
		'was closed before',
	],
	[new Error('CanceledError: canceled'), 'often', 'perhaps', 'was closed before'],
	[coded('ECONNABORTED', 'timeout of 1500ms exceeded'), 'once', 'perhaps', 'within 30 s'],
	[new Error('timeout of 1500ms exceeded'), 'once', 'perhaps', 'within 30 s'],
	[coded('ECONNABORTED', 'read ECONNABORTED'), 'often', 'perhaps', 'was closed before'],
	[coded('ENOTFOUND'), 'often', 'no', 'was not found'],
	[coded('EAI_AGAIN'), 'often', 'no', 'was not found'],
	[coded('ECONNREFUSED'), 'often', 'no', 'Could not connect'],
	[coded('EHOSTUNREACH'), 'often', 'no', 'Could not connect'],
	[coded('ENETUNREACH'), 'often', 'no', 'Could not connect'],
	[coded('EADDRNOTAVAIL'), 'often', 'no', 'Could not connect'],
	[coded('ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443'), 'often', 'no', 'Could not connect'],
	[coded('ETIMEDOUT'), 'often', 'perhaps', 'was closed before'],
	[new Error('certificate has expired'), undefined, 'no', 'Could not make a secure connection'],
	[coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), undefined, 'no', 'Could not make a secure connection'],
	[coded('DEPTH_ZERO_SELF_SIGNED_CERT'), undefined, 'no', 'Could not make a secure connection'],
	[coded('CERT_HAS_EXPIRED'), undefined, 'no', 'Could not make a secure connection'],
	[
		coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'),
		undefined,
		'no',
		'Could not make a secure connection',
	],
	[
		coded('', "Hostname/IP does not match certificate's altnames"),
		undefined,
		'no',
		'Could not make a secure connection',
	],
	[coded('ERR_TLS_CERT_ALTNAME_INVALID'), undefined, 'no', 'Could not make a secure connection'],
	[
		coded('EPROTO', 'write EPROTO SSL routines:ssl3_get_record:wrong version number'),
		undefined,
		'no',
		'Could not make a secure connection',
	],
	[coded('EHOSTUNREACH', 'connect EHOSTUNREACH 192.0.2.1:443'), 'often', 'no', 'Could not connect'],
	[coded('EHOSTUNREACH', 'read EHOSTUNREACH'), 'often', 'perhaps', 'was closed before'],
	[coded('ENETUNREACH', 'write ENETUNREACH'), 'often', 'perhaps', 'was closed before'],
	[
		coded('ERR_SSL_SSL/TLS_ALERT_BAD_RECORD_MAC', 'SSL routines: ssl/tls alert bad record mac'),
		'often',
		'perhaps',
		'was closed before',
	],
	[
		coded('EPROTO', 'write EPROTO SSL routines::tlsv1 alert internal error'),
		'often',
		'perhaps',
		'was closed before',
	],
	...[
		'tlsv1 alert access denied',
		'tlsv1 alert insufficient security',
		'tlsv1 alert inappropriate fallback',
		'tlsv1 alert no application protocol',
		'tlsv1 unsupported extension',
		'tlsv13 alert missing extension',
	].map((alert): (typeof cases)[number] => [
		coded('EPROTO', `write EPROTO 80BC:error:0A000419:SSL routines:ssl3_read_bytes:${alert}`),
		undefined,
		'no',
		'Could not make a secure connection',
	]),
	[coded('EPROTO', 'read EPROTO'), 'often', 'perhaps', 'was closed before'],
	[
		coded('EPROTO', 'write EPROTO SSL routines: decryption failed or bad record mac'),
		'often',
		'perhaps',
		'was closed before',
	],
	[
		coded('ERR_SSL_BAD_RECORD_TYPE', 'SSL routines:tls13_validate_record_header:bad record type'),
		'often',
		'perhaps',
		'was closed before',
	],
	[
		coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tlsv13 alert certificate required'),
		undefined,
		'no',
		'Could not make a secure connection',
	],
	[
		coded('ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED', 'ssl/tls alert certificate expired'),
		undefined,
		'no',
		'Could not make a secure connection',
	],
	[
		coded(
			'ECONNRESET',
			'Client network socket disconnected before secure TLS connection was established',
		),
		'often',
		'no',
		'Could not connect',
	],
	[coded('ECONNRESET'), 'often', 'perhaps', 'was closed before'],
	[
		new Error('socket hang up at https://concert.example.com/v1'),
		'often',
		'perhaps',
		'was closed before',
	],
	[coded('ECONNRESET', 'at certificate.example.com'), 'often', 'perhaps', 'was closed before'],
	[coded('EPIPE'), 'often', 'perhaps', 'was closed before'],
	[new Error('socket hang up'), 'often', 'perhaps', 'was closed before'],
	[coded('HPE_INVALID_CONSTANT', 'Parse Error'), undefined, 'perhaps', 'is not valid HTTP'],
	[coded('Z_DATA_ERROR'), undefined, 'perhaps', 'compressed in a way that cannot be read'],
	[
		coded('ERR__ERROR_FORMAT_PADDING_1', 'Decompression failed'),
		undefined,
		'perhaps',
		'compressed',
	],
	[coded('ZSTD_error_prefix_unknown', 'Unknown frame'), undefined, 'perhaps', 'compressed'],
	[
		new Error('Proxy connection ended before receiving CONNECT response'),
		'often',
		'no',
		'Could not connect',
	],
	[new Error('No header received from proxy CONNECT response'), 'often', 'no', 'Could not connect'],
	[
		new Error('Invalid header from proxy CONNECT response: "zstd"'),
		'often',
		'no',
		'Could not connect',
	],
	// Of this machine.
	[new Error('connect EACCES 192.0.2.1:443'), 'often', 'no', 'Could not connect'],
	[new Error('connect EMFILE 192.0.2.1:443'), 'often', 'no', 'Could not connect'],
	[new Error('connect ECONNRESET 192.0.2.1:443'), 'often', 'no', 'Could not connect'],
	[new Error('getaddrinfo EAI_FAIL example.com'), 'often', 'no', 'was not found'],
	// Of a host that is named like another loss.
	[coded('ENOTFOUND', 'getaddrinfo ENOTFOUND zstd.example.com'), 'often', 'no', 'was not found'],
	[
		coded(
			'ERR_TLS_CERT_ALTNAME_INVALID',
			"Hostname/IP does not match certificate's altnames: Host: zstd.example.com. is not in the cert's altnames: DNS:hpe_.example.com",
		),
		undefined,
		'no',
		'Could not make a secure connection',
	],
	[new Error('The request was blocked: restricted IP address'), undefined, 'no', 'n8n blocked'],
	[
		new Error('The request was blocked because the destination hostname is restricted'),
		undefined,
		'no',
		'n8n blocked',
	],
];

const lossesOfCases = cases.map(([error]) => lossOf(error));

test.each(cases)('%p is retried as %s, sent: %s', (error, retry, sent, text) => {
	const { problem, ...failure } = read(error);
	const fate = sent === 'no' ? 'unsent' : 'unclear';
	expect(failure).toEqual({ ...(retry && { retry }), fate });
	expect(problem.line).toContain(text);
});

test.each(signatures)('each example of $loss is one, and needs its expression', (signature) => {
	const { loss, code, message, examples } = signature;
	for (const example of examples) {
		expect(lossOf(new Error(example))).toBe(loss);
		expect([code, message].some((known) => known?.test(example))).toBe(true);
	}
	for (const known of [code, message].filter((one) => one !== undefined))
		expect(examples.some((example) => known.test(example))).toBe(true);
});

test('the order of the signatures does not matter', () => {
	const examples = signatures.flatMap((one) => one.examples);
	const expected = examples.map((example) => lossOf(new Error(example)));
	signatures.reverse();
	expect(examples.map((example) => lossOf(new Error(example)))).toEqual(expected);
	expect(cases.map(([error]) => lossOf(error))).toEqual(lossesOfCases);
	signatures.reverse();
});

test('only a create that may have been processed is to be checked before a retry, and is in doubt', () => {
	for (const [error, , sent] of cases) {
		for (const operation of [get, put, post]) {
			const { description, inDoubt } = read(error, { operation }).problem;
			const isDoubtful = operation === post && sent === 'perhaps';
			expect(inDoubt).toBe(isDoubtful);
			expect(description.includes('Check before you retry')).toBe(isDoubtful);
			const isWrite = operation !== get && sent === 'perhaps';
			expect(description.includes('processed')).toBe(isWrite);
			expect(description.includes('charged')).toBe(sent === 'perhaps');
		}
	}
});

test('a server that requires a client certificate may have got the token, so the text does not deny it', () => {
	const alert = coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED');
	const { description } = read(alert).problem;
	expect(description).not.toContain('was not sent');
	expect(description).toContain('requires a client certificate');
});

test('a cause decides where the error itself says nothing', () => {
	const error = new Error('The service refused', { cause: coded('ECONNREFUSED') });
	expect(read(error).fate).toBe('unsent');
	const several = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
	expect(read({ cause: { cause: several } }).fate).toBe('unsent');
	expect(read({ messages: ['connect ENOTFOUND x'] }).fate).toBe('unsent');
	const ring = coded('ECONNREFUSED');
	expect(read(Object.assign(ring, { cause: ring })).fate).toBe('unsent');
});

test.each([true, false])('a timeout names the option if there is one: %s', (hasOptions) => {
	const { description } = read(coded('ECONNABORTED'), { hasOptions }).problem;
	expect(description.includes("Increase 'Timeout (Seconds)'")).toBe(hasOptions);
});

test('the host is named, the rest of the address is not', () => {
	for (const [error] of cases) {
		const { line: message, description } = read(error).problem;
		expect(message + description).not.toContain('/agent/lead');
		expect(message + description).not.toMatch(/[{}…]|undefined|false/);
	}
	expect(read(coded('ENOTFOUND')).problem.line).toContain('api.example.com:8443');
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

test('only a run that was stopped is called canceled, since n8n goes by that word', () => {
	for (const [error] of cases) {
		const { line: message, description } = read(error).problem;
		expect(message + description).not.toMatch(/cancell?ed/i);
	}
	for (const name of ['canceled', 'canceledBefore'] as const)
		expect(unanswered(name, requestOf()).problem.line).toContain('was canceled');
});

test('an attempt at several addresses of a host, none of which answered in time, was not sent', () => {
	const one = coded('ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443');
	const all = Object.assign(new AggregateError([one, one], ''), { code: 'ETIMEDOUT' });
	const ofClient = Object.assign(coded('ETIMEDOUT', 'Error'), { cause: all });
	for (const error of [all, ofClient]) {
		const { fate, problem } = read(error, { operation: post });
		expect(fate).toBe('unsent');
		expect(problem.inDoubt).toBe(false);
		expect(problem.line).toContain('Could not connect');
	}
	expect(read(coded('ETIMEDOUT', 'read ETIMEDOUT')).fate).toBe('unclear');
});

test.each([
	['one of which was lost later', [coded('ECONNREFUSED'), coded('ECONNRESET', 'read ECONNRESET')]],
	['of which one is not known', [coded('ECONNREFUSED'), new Error('Lost')]],
	['none of which is known', [new Error('Lost'), new Error('Lost')]],
])('several attempts, %s, are not known to be unsent', (_, errors) => {
	for (const code of ['', 'ECONNREFUSED'])
		expect(lossOf(Object.assign(new AggregateError(errors), { code }))).toBeUndefined();
});

test('n8n is only told a cause that fits', () => {
	const causeOf = (name: Parameters<typeof unanswered>[0]) =>
		unanswered(name, requestOf()).problem?.failure?.cause;
	for (const name of ['canceled', 'canceledBefore', 'tooLarge', 'tooMany'] as const)
		expect(causeOf(name)).toBeUndefined();
	for (const name of ['timeout', 'closed', 'unreachable', 'unknownHost'] as const) {
		expect(causeOf(name)).toBe('temporarily-unavailable');
	}
	for (const name of ['blocked', 'insecure', 'unreadable'] as const) {
		expect(causeOf(name)).toBe('configuration-invalid');
	}
});

describe('an exception that nobody foresaw', () => {
	test.each([undefined, null, 'a text', new TypeError('x is not a function'), new Error('Lost')])(
		'%p is no lost connection',
		(error) => expect(lossOf(error)).toBeUndefined(),
	);

	test('is said as such with its cause, is not sent again, and might have been processed', () => {
		const error = new Error('Wrapped', { cause: new TypeError('x is not a function') });
		for (const operation of [get, put, post]) {
			const outcome = outcomeOf({ exception: error }, requestOf(operation));
			expect(outcome.fate).toBe('unclear');
			expect(outcome.retry).toBeUndefined();
			expect(outcome.problem).toMatchObject({
				kind: 'unexpected',
				message: 'The node stopped for an unknown reason',
				detail: expect.stringMatching(/^TypeError/) as string,
			});
			expect(isInDoubt(operation.effect, outcome.fate)).toBe(operation === post);
		}
	});
});
