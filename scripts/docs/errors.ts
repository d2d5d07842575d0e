import { isDeepStrictEqual } from 'node:util';

import { runOptions } from '../../nodes/AgentSuite/fields/operationFields';
import { Problem } from '../../nodes/AgentSuite/model/problem';
import * as table from '../../nodes/AgentSuite/resources/operations';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { errorTexts } from '../../nodes/AgentSuite/output/errors/errorTexts';
import { connectionOf } from '../../nodes/AgentSuite/transport/credential/connection';
import { toldAttempt } from '../../nodes/AgentSuite/transport/errors/told';
import { outcomeOf } from '../../nodes/AgentSuite/transport/outcomeOf';
import type { Failure } from '../../nodes/AgentSuite/transport/outcomes/outcome';
import { statuses as statusTable } from '../../nodes/AgentSuite/transport/outcomes/statuses';
import type { LossName } from '../../nodes/AgentSuite/transport/receive/loss';
import type { HttpResponse } from '../../nodes/AgentSuite/transport/receive/receive';
import type { Request } from '../../nodes/AgentSuite/transport/request';
import { delayOfRetry } from '../../nodes/AgentSuite/transport/retry';
import { RETRIES } from '../../nodes/AgentSuite/transport/tuning';
import { bullets, generatedNote, json, page, table as tableOf } from './markdown';

/** An operation without errors of its own, and one that must not run twice. */
const [shared, create] = [table.leadGetAll, table.seoPlatformCreate];
const host = 'api.example.com';

const maxWaitS = Number(runOptions('person').find(({ name }) => name === 'maxWait')?.default);

const requestOf = (operation: Operation): Request => ({
	operation,
	connection: connectionOf({ accessToken: '~', baseUrl: `https://${host}` }),
	url: `https://${host}/`,
	timeoutMs: 60_000,
	maxWaitMs: maxWaitS * 1000,
	hasOptions: true,
	maxTokens: 0,
});

/** Whether the node retries a failure of each kind of operation, as a cell. A star: not for creates. */
function retries(failed: (operation: Operation) => Failure): string {
	const [others, creates] = [shared, create].map((kind) => retried(failed(kind), kind));
	if (others === creates) return others;
	if (creates !== 'No') throw new Error('Explain on the page how often a create is retried.');
	return `${others} \\*`;
}

/** Without the classes. */
const ownStatuses = Object.keys(statusTable).map(Number).filter(Number.isInteger);
/** Those that mean the same as this one, and itself. Only itself if it stands for its class. */
const alike = (status: number): number[] =>
	ownStatuses.includes(status)
		? ownStatuses.filter((other) => isDeepStrictEqual(statusTable[other], statusTable[status]))
		: [status];

/** Every status with a meaning of its own, and 400 for its class, in order. */
const statuses = [400, ...ownStatuses]
	.filter((status) => !statusTable[status]?.isRedirect && alike(status)[0] === status)
	.sort();

/** Statuses that the table of limits explains. */
const aboutLimits = [402, 429];

const classNames: Record<number, string> = { 400: 'other 4xx', 503: 'other 5xx' };
const statusName = (status: number) =>
	[...alike(status), classNames[status] ?? []].flat().join(', ');

/** Whether the node retries a request that failed like this, and how often in total. */
function retried(outcome: Failure, operation: Operation): string {
	const account = { retryDelayMs: () => 0 };
	const request = requestOf(operation);
	const maxWait = { allows: () => true };
	const delayMs = delayOfRetry({ request, outcomes: [outcome], account, maxWait }, outcome);
	if (delayMs === undefined) return 'No';
	return outcome.retry
		? `${1 + RETRIES[outcome.retry]} attempts`
		: 'After waiting for the rate limit';
}

const outcomeOfResponse = (response: HttpResponse, operation: Operation): Failure =>
	outcomeOf({ response }, requestOf(operation)) as Failure;

const outcomeOfStatus = (status: number, operation: Operation, body: unknown = '') =>
	outcomeOfResponse({ status, headers: {}, body }, operation);

/** The message for a status, without the status itself. */
function statusText(
	status: number,
	operation: Operation,
): { message: string; description: string } {
	const outcome = outcomeOfStatus(status, operation);
	const { message, description } = toldAttempt(outcome, {
		request: requestOf(operation),
		outcomes: [outcome],
	});
	return { message: message.replace(/ \(HTTP \d+\)$/, ''), description };
}

/** Requests without a response, in the order of the page. */
const losses: LossName[] = [
	'unknownHost',
	'unreachable',
	'insecure',
	'timeout',
	'closed',
	'unreadable',
	'tooLarge',
	'tooMany',
	'blocked',
];

function lossRow(loss: LossName): string[] {
	const lost = (operation: Operation) => outcomeOf({ loss }, requestOf(operation)) as Failure;
	const { message } = lost(shared).problem;
	return [message.replace(host, '…').replace('60 s', '… s'), retries(lost)];
}

/** The messages of the same number of attempts as one line, or below one if they are more than two. */
function lossesByRetries(): string[] {
	const rows = losses.map((loss) => lossRow(loss));
	const all = [...new Set(rows.map(([, retried]) => retried))];
	const messagesOf = (retried: string) =>
		rows.filter((row) => row[1] === retried).map(([message]) => `*${message}*`);
	return all.map((retried) => {
		const title = retried === 'No' ? 'Not retried' : retried;
		const messages = messagesOf(retried);
		if (messages.length <= 2) return `**${title}**: ${messages.join(', ')}`;
		return [`**${title}**:`, ...messages.map((message) => `  - ${message}`)].join('\n');
	});
}

/**
 * Messages about a limit: whose it is, and what to do. `…` stands for what differs. A test finds each message in the
 * source of the nodes or in their tests.
 */
export const limitMessages: string[][] = [
	[
		'*Rate limit: the service asked to pause until …*',
		'The service',
		'Increase **Max Wait (Seconds)**, or retry after the pause. If it is far too long, [end it](limits.md#end-a-long-pause). If it happens often, turn on **Custom Rate Limits** in the credential, and enter the limits of your plan. If others use the token, enter your share. In queue mode, refer to [Rate limits with workers](self-hosting.md#rate-limits-with-workers).',
	],
	[
		'*The service is currently unavailable, and asked to pause until … (HTTP 503)*',
		'The service',
		'Increase **Max Wait (Seconds)**, or retry after the pause. If it is far too long, [end it](limits.md#end-a-long-pause).',
	],
	[
		'*Rate limit: the service received too many requests, so the node sends nothing until …*, or *only a few at a time*',
		'The node. The service did not say how long to wait, or asked for less',
		'Increase **Max Wait (Seconds)**, best to its default, or retry.',
	],
	[
		'*Rate limit: the per-minute limit resets at …*, or the hourly or the daily limit',
		'The credential',
		'Increase **Max Wait (Seconds)**, or try later. If your plan allows more, turn on **Custom Rate Limits** in the credential, and enter its limits.',
	],
	[
		'Any of these in a trigger, with *This poll would time out first* below the message',
		'The same',
		'A trigger has no **Max Wait**. A published trigger tries again. If this happens often, run large jobs at other times, or divide the rate limits.',
	],
	[
		"*Request not sent: 'Max Tokens' would be exceeded*",
		'The node',
		'Raise **Max Tokens**, or process the other items in another execution.',
	],
	[
		"*Request not sent: 'Daily Token Limit' would be exceeded*",
		'The credential, per n8n process',
		'Wait until midnight UTC, or raise **Daily Token Limit**.',
	],
	[
		'*The token balance is too low for this request*',
		'Your balance',
		'Buy tokens or turn on automatic refill in the dashboard. The next successful poll of a published trigger returns what has changed in the meantime. Run other workflows again.',
	],
	[
		'*The service is receiving too many requests from you*',
		'The CRM or chat, because this is a message of n8n for its own nodes',
		'Nothing with **Retry Failed Executions**, because the trigger retries it. Otherwise turn on **Retry On Fail** in that node, which then sends all its items again.',
	],
];

/** Other messages that no table above has, with what to do. A test finds each of them in the source. */
export const otherMessages: string[][] = [
	[
		'*Next attempt: Request not sent, because many other requests failed as well*, below a message',
		'Retry when the service is available again. Refer to [Retries in an outage](limits.md#retries-in-an-outage).',
	],
	['*Request not sent, because an earlier one was rejected*', 'Read the reason that follows.'],
	['*Request not sent: the time of this poll is over*', 'A published trigger tries again.'],
	[
		'*n8n did not load the credential in time*',
		'A published trigger tries again. Check the database of n8n, and its external vault if it uses one.',
	],
	[
		'*The access token in the credential belongs to another organization than before*',
		'Paste a token of the earlier organization. For another organization, refer to [A new token](when-something-fails.md#a-new-token-or-another-organization).',
	],
	[
		"*'…' is empty*, *'…' must be …*, *'…' has no such option …*",
		'Correct the field or its expression.',
	],
	[
		'*contains a variable, which n8n replaces in an expression*',
		'Refer to [Variables](articles-snippets-and-messages.md#keep-variables).',
	],
	[
		"*The service returned 'success: false'*, *The service returned a rejection*",
		'The service reports a failure with the status of a success. Check the parameters of the node. A write may still have been processed.',
	],
	[
		'*The execution was canceled*, *The execution was canceled while a request was in progress*',
		'n8n stopped the execution. If the text below says that a request may have been processed, check that before you create again.',
	],
];

/** What alerts and error workflows can go by. */
const matches: string[][] = [
	['The token is invalid, expired, or not allowed to do this', '401, 403', ''],
	['The token balance is used up', '402, if the service sends it', ''],
	[
		'The record does not exist, or there is no API at the base URL',
		'404',
		'The message starts with *The record was not found*, or *The API was not found at this URL*',
	],
	['A value was rejected', '400, 413, 422, or another 4xx, but 407 is your proxy', ''],
	['A rate limit', '429', 'The message starts with *Rate limit:*'],
	["'Daily Token Limit' is used up", '429', "The message contains *'Daily Token Limit'*"],
	["'Max Tokens' of the node is used up", 'None', "The message contains *'Max Tokens'*"],
	[
		'A poll had too little time left',
		'None',
		'The message contains *the time of this poll is over*',
	],
	['The service is unavailable, or could not process the request', '500 to 599', ''],
	[
		'No usable response',
		'None, or 3xx',
		'The message starts with *The service returned*, *A cache responded*, *The token balance does not include*, or one of [No usable response](#no-usable-response)',
	],
	[
		'The package did not foresee it',
		'None',
		'Any other message, mostly *The node stopped for an unknown reason*',
	],
	[
		'A parameter or credential that the node does not accept',
		'None',
		'The details have no `request`. Usually, nothing was sent',
	],
	['n8n did not load the credential in time', 'None', 'The message starts with *n8n did not load*'],
];

/** The first sentence of an advice. n8n shows all of it below the message. */
export const firstSentence = (advice: string) => advice.replace(/(?<=\.) .*$/, '');

/** The message and the advice for a redirect. */
function redirect(): string[] {
	const response = { status: 302, headers: { location: `https://${host}/` }, body: '' };
	const { message, description } = outcomeOfResponse(response, shared).problem;
	const todo = `${firstSentence(description)} Check whether a write was processed before you retry it.`;
	return [message.replace(/to .*$/, 'to …'), todo];
}

/** The message and the advice for a web page instead of a record. */
function htmlPage(): string[] {
	try {
		table.leadGet.readRecords('<html>');
	} catch (error) {
		if (error instanceof Problem) return [error.message, firstSentence(error.description)];
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
		.map(({ resource, name }) => `${resource.name}: ${name}`)
		.join(', ');
	const example = operations.find(({ advice }) => advice[404]);
	const said = 'SEO job not found';
	const notFound = outcomeOfStatus(404, example ?? shared, { message: said }).problem.with({
		facts: {
			request: `${example?.method} ${example?.path}`,
			response: said,
			requestId: 'req_7f3a',
			tokens: '5 might have been charged',
		},
	});
	const otherStatuses = statuses.filter((status) => !aboutLimits.includes(status));
	return page(
		generatedNote,
		'# Errors',
		'What a message means, and what to do. If it starts with *Request not sent*, nothing was sent this time. An earlier attempt may have been processed and charged. Earlier items can have cost tokens too.',
		'## Limits, budgets, and the balance',
		tableOf(['Message', 'Whose limit', 'What to do'], limitMessages),
		'The node retries a 429 after waiting for the rate limit ([Limits and retries](limits.md)).',
		'## The service responds with a status',
		'Below each message, n8n shows what to do. With *4 attempts*, the node sends the request up to four times.',
		bullets(
			otherStatuses.map((status) => {
				const { message } = statusText(status, shared);
				const retried = retries((kind) => outcomeOfStatus(status, kind));
				return `**${statusName(status)}**: *${message}*${retried === 'No' ? '' : `, ${retried}`}`;
			}),
		),
		'The reason that the service gives follows the message, up to 300 characters. A long one is in the text below. For articles, platforms, and the token balance, that is only a text in the field `message`. The node leaves out a reason that contains the token in plain text, and says so. After a request with a secret, such as an application password, it shows no text of the service.',
		'## No usable response',
		bullets(lossesByRetries()),
		'After a timeout, or a response that could not be read to its end, the request may still have been processed and charged. After a timeout, a poll makes no second attempt, because its time is over. If the connection was closed after the response had begun, the node makes 2 attempts.',
		bullets([redirect(), htmlPage()].map(([message, todo]) => `*${message}*: ${todo}`)),
		`\\* Not for ${unsafe}. Every retry respects the rate limit and **Max Wait (Seconds)**. For more attempts, refer to [Retry more often](limits.md#retry-more-often).`,
		'## Other messages',
		bullets(otherMessages.map(([message, todo]) => `${message}: ${todo}`)),
		'## Alerts and error workflows',
		'Match on the status if there is one. In an error workflow, it is `execution.error.context.data.httpCode`, or for a failed poll, `trigger.error.context.data.httpCode`. In an item of **Continue**, it is `details.httpCode`. It is a number. If a limit stops a retry, message and status are those of the failed attempt, and the description also names the limit.',
		tableOf(['What happened', 'Status', 'Also'], matches),
		'If a request was sent, its path, its tokens, and what the service says are beside it. Three messages come without them: a token of another organization, a balance without *totalTokenCount*, and a test without records.',
		'## Continue after an item fails',
		`With **On Error > Continue** or **Continue (using error output)**, the node returns one item for each input item that fails. The first input item is item 0. On the error output, n8n adds the fields of the input item.`,
		json(errorTexts(notFound, { audience: 'person', itemIndex: 2 }).item),
	);
}
