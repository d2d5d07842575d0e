import { isRecord } from '../../model/record';
import type { Call } from '../call';
import { withholdSecrets } from './withhold';

/** Texts that no message can show. */
export const secretsOf = ({ connection, secrets }: Pick<Call, 'connection' | 'secrets'>) => [
	connection.accessToken,
	...secrets,
];

/**
 * The body of a success. A service that quotes what it was sent must not bring a password into the output. The token is in a
 * header, and no success quotes that, so lists, which take long to search, are not searched for it.
 */
export function bodyWithoutSecrets(body: unknown, call: Call): unknown {
	const { operation, secrets, ordinaryTexts } = call;
	if (secrets.length === 0 || !isRecord(body)) return body;
	const names = ['message', ...Object.keys(operation.sample)];
	// These are only in the output if the user includes them. Deeper ones are withheld like any other value.
	const own = (operation.secrets ?? []).map((name) => body[name]);
	return withholdSecrets(body, secretsOf(call), [...ordinaryTexts, ...names, ...own]);
}
