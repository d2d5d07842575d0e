/**
 * What a user sees of what the service says. A service can quote what it was sent, and the user shares errors and outputs.
 *
 * - `noText`: an operation with a secret field has sent a secret, which a service could quote in any form. So no text of the
 *   service is shown, and of a success only the documented fields. They are assumed to be no echo, apart from those in `secrets` of
 *   the operation, which the output leaves out. A request ID is shown if it is a UUID that was not sent.
 * - `documentedText`: an operation with `secrets` can get them in any response that is not the documented one, so of such a
 *   response only the documented text is shown: a string in `message`.
 * - `anyText`: no other secret was sent but the token. A text that contains any twelve characters in a row of it is not shown, if
 *   they are among those that JSON, HTML, and URLs never escape. So an escaped token is found like a plain one, and one of which
 *   both ends are cut. A token in another form, such as base64, is not found.
 */

import type { IDataObject } from 'n8n-workflow';

import { isSecret } from '../../model/field';
import { isRecord } from '../../model/record';
import type { Operation } from '../../model/operation';
import type { Connection } from '../credential/connection';
import { errorText } from './errorText';
import { isQuoted } from './isQuoted';

/** The part of a request that decides. */
export interface Sent {
	operation: Operation;
	connection: Pick<Connection, 'accessToken'>;
	body?: IDataObject;
}

/** What may be shown, as above. */
type Disclosure = 'noText' | 'documentedText' | 'anyText';

function disclosureOf({ fields, options, response }: Operation): Disclosure {
	if ([...fields, ...options].some(isSecret)) return 'noText';
	return response.secrets ? 'documentedText' : 'anyText';
}

/** Characters of a text that are shown. */
const MAX_SHOWN = 300;
/** Characters of a text that are looked at. A token is shorter. */
const MAX_READ = 20_000;

/** Takes the place of a text with the token. */
const WITHHELD = 'The reason contains the access token, so it is not shown';

/** What the service says in the body of a response, as `shownLine`. Empty if it says nothing. */
export function serviceText(body: unknown, request: Sent): string {
	if (disclosureOf(request.operation) === 'anyText') return shownLine(errorText(body), request);
	const isDocumented = isRecord(body) && typeof body.message === 'string';
	return isDocumented ? shownLine(errorText(body.message), request) : '';
}

/** The text of an exception that nobody foresaw, as `shownLine`. It can quote a response, so nothing if that can have secrets. */
export const exceptionText = (text: string, request: Sent): string =>
	disclosureOf(request.operation) === 'anyText' ? shownLine(text, request) : '';

/**
 * A text that somebody else wrote, as far as it may be shown, short and on one line.
 * n8n reads "canceled" in an error as a run that a user stopped, so that word is replaced.
 */
export function shownLine(given: string, { operation, connection }: Sent): string {
	if (disclosureOf(operation) === 'noText') return '';
	const { accessToken } = connection;
	// With enough behind what is shown to find a token across the cut. A response can have megabytes, which take long to search.
	const searched = given
		.trimStart()
		.slice(0, MAX_READ)
		// They are invisible, can split a token, and some reorder what follows.
		.replace(/\p{Cf}/gu, '')
		.slice(0, MAX_SHOWN + accessToken.length + 1);
	const text = isQuoted(accessToken, searched) ? WITHHELD : searched;
	const line = text
		.slice(0, MAX_SHOWN)
		.replace(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ')
		.replace(/cancell?ed/gi, 'called off')
		.trim();
	return text.length > MAX_SHOWN ? `${line}…` : line;
}

/** A form that a service would not give to a secret, unless it was sent in it. */
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
	if (disclosureOf(operation) !== 'noText') return true;
	const sent = JSON.stringify(body ?? {}).toLowerCase();
	return UUID.test(id) && !sent.includes(id.toLowerCase());
}

/** The values in a body, as texts without spaces. */
const valuesIn = (body: unknown): string[] =>
	isRecord(body) || Array.isArray(body)
		? Object.values(body).flatMap(valuesIn)
		: [String(body).replace(/\s/g, '')];

/**
 * The record of a success, as far as it may be shown. One with a secret has the documented fields, with a value of their type, or with one
 * that quotes nothing: null, a boolean, or a number that was not sent. An ID can be a number where the documentation shows a text.
 * It is assumed that no success quotes the token, so lists, which take long to search, are not searched for it.
 */
export function shownRecord(
	record: IDataObject,
	{ operation, body: sent }: Omit<Sent, 'connection'>,
): IDataObject {
	if (disclosureOf(operation) !== 'noText') return record;
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
