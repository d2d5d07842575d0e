/**
 * What a user sees of what the service says. A service can quote what it was sent, and the user shares errors and outputs.
 *
 * - An operation with a secret field has sent a secret, which a service could quote in any form. So no text of the service is
 *   shown, and of a success only the documented fields. They are assumed to be no echo, apart from those in `secrets` of the
 *   operation, which the output leaves out.
 * - Any other operation has sent no secret but the token. A text that contains a recognizable part of it is not shown. Such a part
 *   has only characters that JSON, HTML, and URLs never escape, so an escaped token is found like a plain one, and also one that
 *   was cut after twelve of them. A token in another form, such as base64, is not found.
 */

import type { IDataObject } from 'n8n-workflow';

import { isSecret } from '../../model/field';
import { isRecord } from '../../model/record';
import type { Operation } from '../../model/operation';
import type { Connection } from '../connection';

/** The part of a request that decides. */
export interface Sent {
	operation: Operation;
	connection: Pick<Connection, 'accessToken'>;
}

const hasSentSecret = ({ fields, options }: Operation): boolean =>
	[...fields, ...options].some(isSecret);

/** Takes the place of a text with the token. */
const WITHHELD = 'The reason contains the access token, so it is not shown';

/** A part of a token that is never escaped (RFC 3986, 2.3), and too long to be in a text by chance. */
const UNESCAPED = /[\w.~-]{8,}/g;
/** Characters of a part that are enough, because a text can be cut. */
const START = 12;

/** The token itself if it has only short parts. */
const recognizableParts = (token: string): string[] =>
	(token.match(UNESCAPED) ?? [token]).map((part) => part.slice(0, START));

/** A text of the service, as far as it may be shown. */
export function shownText(text: string, { operation, connection }: Sent): string {
	if (hasSentSecret(operation)) return '';
	const { accessToken } = connection;
	const isQuoted = recognizableParts(accessToken).some((part) => text.includes(part));
	return accessToken !== '' && isQuoted ? WITHHELD : text;
}

/**
 * The body of a success, as far as it may be shown. One with a secret has the documented fields, with a value of their type.
 * It is assumed that no success quotes the token, so lists, which take long to search, are not searched for it.
 */
export function shownBody(body: unknown, operation: Operation): unknown {
	if (!hasSentSecret(operation) || !isRecord(body)) return body;
	// `success: false` says that it is none, so that is kept too.
	const documented: IDataObject = { success: true, ...operation.sample };
	const shown = Object.entries(body).filter(
		([name, value]) => Object.hasOwn(documented, name) && typeof value === typeof documented[name],
	);
	return Object.fromEntries(shown);
}
