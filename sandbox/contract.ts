import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { operations as Operations } from './service';

export type OperationId = keyof Operations;

/** The responses of an operation that are a success. */
type Success<Id extends OperationId> =
	Operations[Id]['responses'][keyof Operations[Id]['responses'] & (200 | 201 | 204)];

/** The body of an operation's success response. Undefined if it has none. */
export type Answer<Id extends OperationId> =
	Success<Id> extends { content: { 'application/json': infer Body } } ? Body : undefined;

export interface Operation {
	operationId: OperationId;
	summary: string;
	method: string;
	/** As in the document, e.g. `/agent/lead/{id}`. Relative to the base URL. */
	path: string;
	tokens: number;
	/** The status of a success. */
	status: number;
	/** All documented statuses. */
	statuses: number[];
	/** The role that the operation requires. */
	role?: string;
	parameters: Parameter[];
	body?: Schema;
	response: ResponseShape;
}

/** What a success returns. */
interface ResponseShape {
	kind: 'record' | 'list' | 'confirmation';
	/** The key of the list in the body. Absent if the body is the list. */
	listIn?: string;
	/** An example of a record, or of a confirmation. */
	documented: Record<string, unknown>;
	secrets?: { paths: string[]; option?: string };
}

interface RequestToCheck {
	method: string;
	/** Relative to the base URL. A query string in it is ignored. */
	path: string;
	query?: Record<string, string | string[] | undefined>;
	headers?: Record<string, string | string[] | undefined>;
	body?: unknown;
}

interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	schema: Schema;
}

interface DocumentOperation {
	operationId: OperationId;
	summary: string;
	'x-tokens'?: number;
	'x-role'?: string;
	parameters?: Parameter[];
	requestBody?: { content: { 'application/json': { schema: Schema } } };
	/** By status. Without a `content`, there is no body. */
	responses: Record<string, { content?: { 'application/json': { schema: object } } }>;
}

interface Entry extends Operation {
	pattern: RegExp;
	parameters: Array<Parameter & { validate: ValidateFunction }>;
	validateBody?: ValidateFunction;
	answers: Map<number, ValidateFunction>;
	/** One record of a success response. Undefined if that has no body. */
	record?: ValidateFunction;
}

const source: unknown = parse(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8'));

/** Ajv rather than openapi-backend, which accepts a request without its token or content type, and a GET with a body. */
const ajv = addFormats(new Ajv2020({ allErrors: true, allowUnionTypes: true }));
ajv.addVocabulary(['x-choice', 'x-secret', 'example']);

/** Of an operation without `x-tokens`. */
const DEFAULT_TOKENS = 5;

/** What a client makes of a body that is not there. */
const NO_BODY = { const: '' };

const entries = Object.entries((inline(source) as { paths: object }).paths).flatMap(
	([path, methods]) =>
		Object.entries(methods as Record<string, DocumentOperation>).map(([method, operation]) =>
			readOperation(path, method, operation),
		),
);

/** The operations, as the document has them. */
export const operations: readonly Operation[] = entries;

/** The ways in which a response breaks the contract, if any. */
export function validateAnswer(operationId: string, status: number, body: unknown): string[] {
	const entry = entries.find((candidate) => candidate.operationId === operationId);
	if (!entry) return [`unknown operation ${operationId}`];
	const validate = entry.answers.get(status);
	if (!validate) return [`${operationId} has no response with status ${status}`];
	return problems(validate, body, 'body');
}

/** The ways in which a record of an operation's success response breaks the contract, if any. */
export function validateRecord(operationId: string, record: unknown): string[] {
	const entry = entries.find((candidate) => candidate.operationId === operationId);
	if (!entry) return [`unknown operation ${operationId}`];
	return entry.record ? problems(entry.record, record, 'record') : [];
}

/** The ways in which a request breaks the contract, and its operation, if any. */
export function validateRequest(request: RequestToCheck): {
	operationId: OperationId | undefined;
	errors: string[];
} {
	const path = request.path.split('?')[0];
	const method = request.method.toUpperCase();
	const entry = entries.find(
		(candidate) => candidate.method === method && candidate.pattern.test(path),
	);
	if (!entry) return { operationId: undefined, errors: [`no operation ${method} ${path}`] };
	const errors = [
		...headerProblems(entry, request.headers ?? {}),
		...parameterProblems(entry, path, request.query ?? {}),
		...bodyProblems(entry, request.body),
	];
	return { operationId: entry.operationId, errors };
}

function headerProblems(entry: Entry, headers: NonNullable<RequestToCheck['headers']>): string[] {
	const header = (name: string) =>
		String(Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '');
	const errors: string[] = [];
	if (!/^Bearer \S+$/.test(header('authorization')))
		errors.push('header Authorization must be Bearer <token>');
	if (entry.validateBody && !isJson(header('content-type'))) {
		errors.push('header Content-Type must be application/json');
	}
	return errors;
}

function parameterProblems(
	entry: Entry,
	path: string,
	query: NonNullable<RequestToCheck['query']>,
): string[] {
	const inPath = entry.pattern.exec(path)?.groups ?? {};
	const known = entry.parameters.filter((parameter) => parameter.in === 'query');
	const unknown = Object.keys(query).filter((name) => !known.some((item) => item.name === name));
	const errors = unknown.map((name) => `query ${name} is not known`);
	for (const parameter of entry.parameters) {
		const value = parameter.in === 'path' ? decode(inPath[parameter.name]) : query[parameter.name];
		const name = `${parameter.in} ${parameter.name}`;
		if (value !== undefined) errors.push(...problems(parameter.validate, value, name));
		else if (parameter.required) errors.push(`${name} is required`);
	}
	return errors;
}

function bodyProblems(entry: Entry, body: unknown): string[] {
	const empty = body === undefined || body === null || body === '';
	if (!entry.validateBody) return empty ? [] : ['body must be absent'];
	return empty ? ['body is required'] : problems(entry.validateBody, body, 'body');
}

/** Whether a content type is JSON, with any charset. */
export function isJson(contentType: string): boolean {
	return /^application\/json\s*(;|$)/i.test(contentType.trim());
}

function readOperation(path: string, method: string, operation: DocumentOperation): Entry {
	const body = operation.requestBody?.content['application/json'].schema;
	const [status, success] =
		Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
	if (status === undefined || success === undefined)
		throw new Error(
			`sandbox/openapi.yaml: ${operation.operationId} has no response 200, 201, or 204`,
		);
	const recordIn = success.content?.['application/json'].schema;
	return {
		operationId: operation.operationId,
		summary: operation.summary,
		method: method.toUpperCase(),
		path,
		tokens: operation['x-tokens'] ?? DEFAULT_TOKENS,
		status: Number(status),
		statuses: Object.keys(operation.responses).map(Number),
		role: operation['x-role'],
		pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
		parameters: (operation.parameters ?? []).map((parameter) => ({
			...parameter,
			validate: ajv.compile(parameter.schema),
		})),
		response: responseShape(operation.operationId, recordIn ?? {}),
		body,
		validateBody: body && ajv.compile(body),
		record: recordIn && ajv.compile(recordSchema(recordIn)),
		answers: new Map(
			Object.entries(operation.responses).map(([code, { content }]) => [
				Number(code),
				ajv.compile(content?.['application/json'].schema ?? NO_BODY),
			]),
		),
	};
}

export interface Schema {
	type?: unknown;
	enum?: unknown[];
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	example?: Record<string, unknown>;
	'x-secret'?: string | true;
}

/** What a response with this schema has. It confirms only that it is a success, if it has no other field than these two. */
export function responseShape(id: string, answer: Schema): ResponseShape {
	const record = recordSchema(answer);
	const names = Object.keys(record.properties ?? {});
	const isConfirmation = names.every((name) => ['message', 'success'].includes(name));
	const listEntry = Object.entries(answer.properties ?? {}).find(
		([, { items }]) => items === record,
	);
	const secrets = secretsOf(record);
	return {
		kind: record !== answer ? 'list' : isConfirmation ? 'confirmation' : 'record',
		...(listEntry && { listIn: listEntry[0] }),
		documented: exampleOf(id, record),
		...(secrets.length > 0 && { secrets: withOption(id, secrets) }),
	};
}

/** The example of an object, with those of the objects in it. @throws for a field without one */
function exampleOf(id: string, { properties = {}, example = {} }: Schema): Record<string, unknown> {
	const fields = Object.entries(properties).map(([name, schema]) => {
		const value = example[name] ?? (schema.properties ? exampleOf(id, schema) : schema.example);
		if (value === undefined)
			throw new Error(`sandbox/openapi.yaml: the record of ${id} has no example of ${name}`);
		return [name, value];
	});
	return Object.fromEntries(fields) as Record<string, unknown>;
}

/** The secrets of a schema, and of the objects and lists in it, by their paths. @throws for one in a list of lists, where it would stay */
function secretsOf(
	{ properties = {}, items, 'x-secret': secret }: Schema,
	path: string[] = [],
): Array<[string, string | true]> {
	if (secret) return [[path.join('.'), secret]];
	if (items) {
		const secrets = secretsOf(items, path);
		if (items.items && secrets.length > 0)
			throw new Error(`sandbox/openapi.yaml: ${path.join('.')} is a list of lists with a secret`);
		return secrets;
	}
	return Object.entries(properties).flatMap(([name, schema]) => secretsOf(schema, [...path, name]));
}

/** @throws if a user can include only some of them: there is one option for all */
function withOption(id: string, secrets: Array<[string, string | true]>) {
	const [option, ...others] = new Set(secrets.map(([, secret]) => secret));
	if (others.length > 0)
		throw new Error(`sandbox/openapi.yaml: the secrets of ${id} have different x-secret`);
	const paths = secrets.map(([path]) => path);
	return option === true ? { paths } : { paths, option };
}

/** The schema of the records in a response. It is a list, a record, which has an `example`, or has one list of records. */
function recordSchema(answer: Schema): Schema {
	if (answer.example) return answer;
	const lists = [answer, ...Object.values(answer.properties ?? {})];
	return lists.find(({ items }) => items?.type === 'object')?.items ?? answer;
}

function problems(validate: ValidateFunction, value: unknown, name: string): string[] {
	if (validate(value)) return [];
	return (validate.errors ?? []).map(({ instancePath, message, params }) => {
		const extra = 'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : '';
		return `${name}${instancePath} ${message}${extra}`;
	});
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

/** The document with every local reference replaced by what it points to. An object has only the properties that it names. */
function inline(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(inline);
	if (typeof node !== 'object' || node === null) return node;
	if ('$ref' in node && typeof node.$ref === 'string') return inline(lookUp(node.$ref));
	const isObject = 'properties' in node && 'type' in node;
	const strict = isObject && { additionalProperties: false };
	const entries = Object.entries(node).map(([key, value]) => [key, inline(value)] as const);
	return { ...strict, ...Object.fromEntries(entries) };
}

function lookUp(reference: string): unknown {
	return reference
		.slice(2)
		.split('/')
		.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], source);
}
