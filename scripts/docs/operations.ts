import type { IDataObject } from 'n8n-workflow';

import type { Field, Operation } from '../../nodes/AgentSuite/model/operation';
import { resources, type ResourceValue } from '../../nodes/AgentSuite/model/resources';
import { describeNode, optionFields } from '../../nodes/AgentSuite/parameters/describeNode';
import { readTransportError } from '../../nodes/AgentSuite/transport/transportError';
import { ATTEMPTS, decide, type Outcome } from '../../nodes/AgentSuite/transport/retry';
import { statusMessages, httpProblem } from '../../nodes/AgentSuite/transport/httpError';
import { fieldTable, notices } from './fields';
import { anchor, bullets, code, count, generatedNote, json, page, table } from './markdown';

const isList = ({ fields }: Operation) => fields.some(({ name }) => name === 'returnAll');

const title = ({ resource, name }: Operation) => `${resources[resource].name}: ${name}`;

/** Where an operation is described, below docs/. */
export function operationLink(operation: Operation): string {
	return `operations/${operation.resource}.md#${anchor(operation.name)}`;
}

/** Whether the node sends a request again that ended so, and how often in all. */
function sentAgain(outcome: Outcome, { idempotent }: Operation): string {
	const throttled = outcome.kind === 'status' && outcome.status === 429 ? 1 : 0;
	const decision = decide({ outcome, attempt: 1, throttled, idempotent, random: 0.5 });
	if (decision.again) {
		if (decision.pause) return 'Yes, after the wait that the limit asks for';
		const most = outcome.kind === 'timeout' ? ATTEMPTS.timedOut : ATTEMPTS.failed;
		return `Yes, up to ${most} times in all`;
	}
	return decision.reason === 'unsafe' ? 'No: it may have been carried out' : 'No';
}

/** The fields as the editor shows them, without the menus that lead to the operation. */
function editorFields(operation: Operation): Field[] {
	return describeNode([operation]).filter(
		({ name }) => !['resource', 'operation', 'options'].includes(name),
	);
}

/** Statuses that only a request with a body can have. */
const bodyOnly = [409, 413, 422];
/** Stands for 502, 503 and 504, which mean the same. */
const UNAVAILABLE = 503;

function statusRows(operation: Operation): string[][] {
	return [...Object.keys(statusMessages).map(Number), UNAVAILABLE]
		.filter((status) => operation.method !== 'GET' || !bodyOnly.includes(status))
		.map((status) => {
			const { message, description } = httpProblem(
				operation,
				{ status, headers: {}, body: '' },
				[],
			);
			return [
				status === UNAVAILABLE ? '502, 503, 504' : String(status),
				message.replace(/ \(HTTP \d+\)$/, ''),
				description,
				sentAgain({ kind: 'status', status }, operation),
			];
		});
}

/** What Node.js and axios call the ways in which no answer comes. */
const losses = ['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED', 'ECONNABORTED', 'ECONNRESET'];

function lostRows(operation: Operation): string[][] {
	const host = 'api.example.com';
	return losses.map((name) => {
		const { problem, kind, sent } = readTransportError({ code: name }, `https://${host}/`, 60_000);
		const outcome: Outcome = kind === 'timeout' ? { kind } : { kind: 'connection', sent };
		const again = kind === 'refused' ? 'No' : sentAgain(outcome, operation);
		const said = problem.message.replace(host, '…').replace('60 s', '60 s (*Timeout*)');
		return ['none', said, problem.description, again];
	});
}

/** What a call changes, and whether that can be undone. */
function effects(operation: Operation, operations: Operation[]): string {
	const { method, resource, idempotent } = operation;
	if (method === 'GET') return 'Reads only: nothing is changed.';
	const beside = operations.filter((other) => other.resource === resource);
	const has = (wanted: string) => beside.some((other) => other.method === wanted);
	if (!idempotent) {
		const undo = has('DELETE')
			? ''
			: ' It cannot be undone from n8n: no operation removes it again.';
		return `**Adds a record each time it is carried out.** The node sends it again only where it cannot have been.${undo}`;
	}
	const read = has('GET') ? '' : ', which no operation reads: keep a copy if you will want it back';
	return `**Overwrites what was there**${read}. Sending it twice does no more than sending it once.`;
}

function output(operation: Operation): string {
	return isList(operation)
		? 'One item per record, paired to the input item that asked; no item for an empty list.'
		: 'One item per input item.';
}

function secrets({ secrets: paths = [] }: Operation): string[] {
	const names = paths.map(code).join(', ');
	return names ? [`Left out unless *Options > Include Secrets* is on: ${names}.`] : [];
}

function section(operation: Operation, sample: IDataObject, operations: Operation[]): string[] {
	const { name, description, method, path, tokens, resource, operation: value } = operation;
	const fields = editorFields(operation);
	return [
		`## ${name}`,
		`${description}.`,
		bullets([
			`Saved as resource ${code(resource)}, operation ${code(value)}.`,
			`Request: ${code(`${method} ${path}`)}, below the base URL of the credential.`,
			`Cost: ${count(tokens, 'token')} a call.`,
			effects(operation, operations),
			...notices(fields),
		]),
		'**Parameters**',
		fieldTable(fields) || 'None.',
		'**Output**',
		[output(operation), ...secrets(operation)].join(' '),
		json(sample),
		'**Errors**',
		table(
			['Status', 'The error says', 'What to do', 'Sent again by the node'],
			[...statusRows(operation), ...lostRows(operation)],
		),
	];
}

/** The options of all operations of a page; those that not all have say which do. */
function options(operations: Operation[]): string {
	const all = operations.flatMap((operation) => optionFields(operation));
	const unique = [...new Map(all.map((field) => [field.name, field])).values()];
	return fieldTable(
		unique.map((field) => {
			const having = operations.filter((entry) => optionFields(entry).includes(field));
			if (having.length === operations.length) return field;
			const where = having.map(({ name }) => `*${name}*`).join(', ');
			return { ...field, description: `${field.description ?? ''}. Only on ${where}` };
		}),
	);
}

/** The page of one resource. */
export function resourcePage(
	resource: ResourceValue,
	operations: Operation[],
	sampleOf: (operation: Operation) => IDataObject,
): string {
	const own = operations.filter((operation) => operation.resource === resource);
	const { name, description } = resources[resource];
	return page(
		generatedNote,
		`# ${name}`,
		`${description}. The node **Agent Suite** has these operations for it:`,
		bullets(
			own.map(
				(operation) =>
					`[${operation.name}](#${anchor(operation.name)}), ${count(operation.tokens, 'token')}: ${operation.description}.`,
			),
		),
		'What goes wrong before anything is sent (an empty parameter, a wrong type, a credential that cannot be used) costs nothing, and the error names the parameter. Limits, retries and costs are described in [Stay within limits and budget](../guides/limits-and-budget.md).',
		...own.flatMap((operation) => section(operation, sampleOf(operation), operations)),
		'## Options',
		'Each is added with *Options > Add Option*.',
		options(own),
		'[All resources and events](../README.md)',
	);
}

/** The index of operations, for docs/README.md. */
export function operationIndex(operations: Operation[]): string {
	return table(
		['Operation', 'What it does', 'Tokens'],
		operations.map((operation) => [
			`[${title(operation)}](${operationLink(operation)})`,
			operation.description,
			String(operation.tokens),
		]),
	);
}
