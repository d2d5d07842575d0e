import { Problem } from '../../nodes/AgentSuite/model/problem';
import { oneRecord } from '../../nodes/AgentSuite/model/response';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { errorItem } from '../../nodes/AgentSuite/output/nodeErrors';
import { httpFailure, statusMessages } from '../../nodes/AgentSuite/transport/errors/httpError';
import {
	lossOf,
	lostFailure,
	type SentRequest,
} from '../../nodes/AgentSuite/transport/errors/transportError';
import { ATTEMPTS, retryDelay, type Failure } from '../../nodes/AgentSuite/transport/retry';
import { bullets, generatedNote, json, page, table } from './markdown';

/** Whether the node retries a failure of each kind of operation, as a cell. @param unsafe what a retry could repeat */
function retries(failureOf: (kind: ErrorTexts) => Failure, unsafe: string): string {
	const [others, creates] = [shared, create].map((kind) => retried(failureOf(kind), kind));
	if (others === creates) return others;
	return creates === 'No' ? `${others}. Not for ${unsafe}` : `${others}. ${unsafe}: ${creates}`;
}

/** The properties of an operation that its errors depend on. */
type ErrorTexts = SentRequest['operation'];

/** Every status with its own text, in order. */
const statuses = Object.keys(statusMessages).map(Number);

const statusNames: Record<number, string> = {
	400: '400, other 4xx',
	503: '502, 503, 504',
};
const statusName = (status: number) => statusNames[status] ?? String(status);

/** Whether the node retries a request that failed like this, and how often in total. */
function retried(failure: Failure, { effect }: ErrorTexts): string {
	const throttled = failure.retry === 'throttled' ? 1 : 0;
	const history = { attempts: 1, throttled, effect, waitMs: Infinity };
	if (retryDelay(failure, history, 0.5) === undefined) return 'No';
	if (throttled) return 'After waiting for the rate limit';
	return `Up to ${failure.retry === 'timeout' ? ATTEMPTS.timedOut : ATTEMPTS.failed} attempts`;
}

const statusFailure = (status: number, kind: ErrorTexts) =>
	httpFailure(kind, { status, headers: {}, body: '' }, []);

/** The message for a status, without the status itself. */
function statusText(status: number, kind: ErrorTexts): { message: string; description: string } {
	const { message, description } = statusFailure(status, kind).problem;
	return { message: message.replace(/ \(HTTP \d+\)$/, ''), description };
}

const shared: ErrorTexts = { effect: 'read' };
const create: ErrorTexts = { effect: 'create' };

/** The codes of Node.js, axios, and n8n for requests without a response. */
const losses = [
	'ENOTFOUND',
	'ECONNREFUSED',
	'CERT_HAS_EXPIRED',
	'ECONNABORTED',
	'ECONNRESET',
	'HPE_INVALID_CONSTANT',
	'SsrfBlockedIpError',
];

function lossRow(loss: string, unsafe: string): string[] {
	const host = 'api.example.com';
	const failureOf = (operation: ErrorTexts) =>
		lostFailure(lossOf({ code: loss }), {
			operation,
			url: `https://${host}/`,
			timeoutMs: 60_000,
			timeoutOption: 'Timeout (Seconds)',
		});
	const say = (text: string) => text.replaceAll(host, '…').replace('60 s', '… s');
	const { message, description } = failureOf(shared).problem;
	return [say(message), say(description), retries(failureOf, unsafe)];
}

/** The message and the advice for a redirect. */
function redirect(): string[] {
	const response = { status: 302, headers: { location: 'https://api.example.com/' }, body: '' };
	const { message, description } = httpFailure(shared, response, []).problem;
	return [message.replace(/to .*$/, 'to …'), description];
}

/** The message and the advice for a web page instead of a record. */
function htmlPage(): string[] {
	try {
		oneRecord({}, '…')('<html>');
	} catch (error) {
		if (error instanceof Problem) return [error.message, error.description];
	}
	throw new Error('An HTML page is accepted as a record.');
}

/** The errors of one operation that differ from those that all share, as rows of status, message, description. */
export function ownErrors(operation: Operation): string[][] {
	return statuses
		.filter((status) => {
			const [own, all] = [operation, shared].map((kind) => statusText(status, kind));
			return own.message !== all.message || own.description !== all.description;
		})
		.map((status) => {
			const { message, description } = statusText(status, operation);
			return [statusName(status), message, description];
		});
}

/** The page of the errors that all operations share. */
export function errorsPage(operations: Operation[]): string {
	const unsafe = operations
		.filter(({ effect }) => effect === 'create')
		.map(({ resourceName, name }) => `${resourceName}: ${name}`)
		.join(', ');
	const sample = operations.find((operation) => operation.notFoundHint) ?? shared;
	const notFound = statusFailure(404, sample).problem;
	const columns = ['What to do', 'Retried'];
	return page(
		generatedNote,
		'# Errors',
		'Use this page to look up a message about a request. The page of each resource lists those of a single operation. If a message names a parameter or a field of the credential, or starts with *Request not sent*, nothing was sent.',
		'## The service responds with a status',
		table(
			['Status', 'Message', ...columns],
			statuses.map((status) => {
				const { message, description } = statusText(status, shared);
				const failureOf = (kind: ErrorTexts) => statusFailure(status, kind);
				return [statusName(status), message, description, retries(failureOf, unsafe)];
			}),
		),
		'The text of the service follows the message, shortened to 300 characters. If it contains the token or a secret of the item in any form, it is left out, and the message says so.',
		'## No usable response',
		table(
			['Message', ...columns],
			losses.map((loss) => lossRow(loss, unsafe)),
		),
		'The node also checks the content of each response:',
		bullets([redirect(), htmlPage()].map(([message, todo]) => `*${message}*: ${todo}`)),
		`Every retry respects the rate limit and **Max Wait (Seconds)**. ${unsafe} is only retried if that cannot create a second platform. For more attempts, and what they cost, refer to [Limits and retries](limits.md#retry-more-often).`,
		'## Continue after an item fails',
		`With **On Error > Continue** or **Continue (using error output)**, the node returns one item for each input item that fails, linked to it. The first input item is item 0.`,
		json(errorItem(notFound, 2)),
	);
}
