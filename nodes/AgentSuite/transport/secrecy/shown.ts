/**
 * What a user sees of what the service says. A service can quote what it was sent, and the user shares errors and outputs. What is
 * shown depends on what a response can contain, by the table `rules`.
 *
 * No text with the token is shown, in any row (`lineWithoutToken`). It is assumed that no success quotes the token, so lists, which take
 * long to search, are not searched for it.
 */

import type { IDataObject } from 'n8n-workflow';

import { isSecret } from '../../model/field';
import { isRecord } from '../../records/record';
import type { Operation } from '../../model/operation';
import type { Connection } from '../credential/connection';
import { errorText, saysNothing } from './errorText';
import { isQuoted } from './isQuoted';
import { lineWithoutToken } from './lineWithoutToken';

/** The part of a request that decides. */
export interface Sent {
	operation: Operation;
	connection: Pick<Connection, 'accessToken'>;
	body?: IDataObject;
}

/** What is shown. */
interface Rule {
	/** Of the body of a response, its text. Empty if none is shown. */
	textOf(body: unknown): string;
	/** The text of an exception that nobody foresaw, which can quote a response. */
	exception: boolean;
	/** The host that a redirect leads to. */
	redirect: boolean;
	/** Any request ID, or only a UUID that was not sent: a form that a service would not give to a secret. */
	requestId: 'any' | 'unsentUuid';
	/** A record, or only its documented fields. They are assumed to be no echo, apart from `secrets`, which the output leaves out. */
	record: 'whole' | 'documented';
}

const documentedText = (body: unknown): string =>
	isRecord(body) && typeof body.message === 'string' ? errorText(body.message) : '';

const rules = {
	/** A secret was sent, which the service could quote in any form. */
	secretSent: {
		textOf: () => '',
		exception: false,
		redirect: false,
		requestId: 'unsentUuid',
		record: 'documented',
	},
	/** The records have secrets, which can be in any response that is not the documented one. */
	secretInRecords: {
		textOf: documentedText,
		exception: false,
		redirect: true,
		requestId: 'any',
		record: 'whole',
	},
	/** No other secret than the token. */
	otherwise: {
		textOf: errorText,
		exception: true,
		redirect: true,
		requestId: 'any',
		record: 'whole',
	},
} satisfies Record<string, Rule>;

function ruleOf({ fields, options, response }: Operation): Rule {
	if ([...fields, ...options].some(isSecret)) return rules.secretSent;
	return response.secrets ? rules.secretInRecords : rules.otherwise;
}

/** What the service says in the body of a response, on one line. Empty if it says nothing that may be shown. */
export const serviceText = (body: unknown, { operation, connection }: Sent): string =>
	lineWithoutToken(ruleOf(operation).textOf(body), connection.accessToken);

/** The same of a failure. Nothing if its status says that already. */
export function failureText(body: unknown, request: Sent): string {
	const text = serviceText(body, request);
	return saysNothing(text) ? '' : text;
}

/** The text of an exception that nobody foresaw, on one line. Empty if it may not be shown. */
export const exceptionText = (text: string, { operation, connection }: Sent): string =>
	ruleOf(operation).exception ? lineWithoutToken(text, connection.accessToken) : '';

/**
 * The other host that a redirect leads to. Undefined for the same one, or if it may not be shown.
 * @param location of its headers. Can be relative
 */
export function redirectOrigin(
	location: unknown,
	{ operation, connection, url }: Sent & { url: string },
): string | undefined {
	const text = String(location ?? '');
	const target = URL.canParse(text, url) ? new URL(text, url) : undefined;
	if (!target || !/^https?:$/.test(target.protocol)) return undefined;
	const { origin } = target;
	const isShown =
		ruleOf(operation).redirect && lineWithoutToken(origin, connection.accessToken) === origin;
	return isShown && origin !== new URL(url).origin ? origin : undefined;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Headers in which services and their proxies give a request an ID that is in their logs. */
const REQUEST_ID_HEADERS = [
	'x-request-id',
	'x-correlation-id',
	'request-id',
	'x-amzn-requestid',
	'cf-ray',
];

/** The first ID in the headers of a response that may be shown. */
export function shownRequestId(
	headers: Record<string, unknown>,
	request: Sent,
): string | undefined {
	const ids = REQUEST_ID_HEADERS.map((name) => String(headers[name] ?? ''));
	return ids.find((id) => /^[\x21-\x7e]{1,100}$/.test(id) && mayShowId(id, request));
}

function mayShowId(id: string, { operation, connection, body }: Sent): boolean {
	if (isQuoted(connection.accessToken, id)) return false;
	if (ruleOf(operation).requestId === 'any') return true;
	const sent = JSON.stringify(body ?? {}).toLowerCase();
	return UUID.test(id) && !sent.includes(id.toLowerCase());
}

/** The values in a body, as texts without spaces. */
const valuesIn = (body: unknown): string[] =>
	isRecord(body) || Array.isArray(body)
		? Object.values(body).flatMap(valuesIn)
		: [String(body).replace(/\s/g, '')];

/**
 * The record of a success, as far as it may be shown. A documented field has a value of its type, or one that quotes nothing: null, a
 * boolean, or a number that was not sent. An ID can be a number where the documentation shows a text.
 */
export function shownRecord(
	record: IDataObject,
	{ operation, body: sent }: Omit<Sent, 'connection'>,
): IDataObject {
	if (ruleOf(operation).record === 'whole') return record;
	// All that a write returns without a body.
	const documented: IDataObject = { success: true, ...operation.response.documented };
	const sentValues = new Set(valuesIn(sent));
	const quotesNothing = (value: unknown) =>
		value === null ||
		typeof value === 'boolean' ||
		(typeof value === 'number' && !sentValues.has(String(value)));
	const shown = Object.entries(record).filter(
		([name, value]) =>
			Object.hasOwn(documented, name) &&
			(typeof value === typeof documented[name] || quotesNothing(value)),
	);
	return Object.fromEntries(shown);
}
