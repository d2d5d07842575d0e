/**
 * What a user sees of what the service says. A service can quote what it was sent, and the user shares errors and outputs. What is
 * shown depends on what a response can contain, by the table `rules`.
 *
 * No text with the token is shown, in any row (`lineWithoutToken`). It is assumed that no success quotes the token, so lists, which take
 * long to search, are not searched for it.
 */

import type { IDataObject } from 'n8n-workflow';

import { isSecret } from '../../model/field';
import type { Operation } from '../../model/operation';
import { isRecord } from '../../records/record';
import type { Connection } from '../credential/connection';
import { errorText } from './errorText';

/** What a service can quote of a request. It decides what is shown. */
export interface Quotable {
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

export function ruleOf({ fields, options, response }: Operation): Rule {
	if ([...fields, ...options].some(isSecret)) return rules.secretSent;
	return response.secrets ? rules.secretInRecords : rules.otherwise;
}
