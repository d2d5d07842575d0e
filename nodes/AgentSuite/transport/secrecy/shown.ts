/**
 * What a user sees of what the service says. A service can quote what it was sent, and the user shares errors and outputs.
 *
 * - An operation with a secret field has sent a secret, which a service could quote in any form. So no text of the service
 *   is shown, and of a success only the documented fields.
 * - Any other operation has sent no secret but the token. A text that contains its start is not shown.
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

/** Characters from the start of the token that are withheld too, because a text can be cut. */
const START = 12;
/** More is never shown, and decoding takes time. */
const MAX_DECODED = 10_000;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text without percent-encoding and HTML escapes. */
const decoded = (text: string): string =>
	text
		.slice(0, MAX_DECODED)
		.replace(/(?:%|&#x0*)([\da-f]{2});?/gi, (_, hex: string) =>
			String.fromCharCode(parseInt(hex, 16)),
		)
		.replace(/&#0*(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)))
		.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => NAMED[name]);

/** A text of the service, as far as it may be shown. */
export function shownText(text: string, { operation, connection }: Sent): string {
	if (hasSentSecret(operation)) return '';
	const start = connection.accessToken.slice(0, START);
	const isQuoted = start !== '' && (text.includes(start) || decoded(text).includes(start));
	return isQuoted ? WITHHELD : text;
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
