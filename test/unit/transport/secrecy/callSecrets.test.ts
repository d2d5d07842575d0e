import { seoPlatformCreate as operation } from '../../../../nodes/AgentSuite/resources/operations';
import { connectionOf } from '../../../../nodes/AgentSuite/transport/connection';
import { prepare } from '../../../../nodes/AgentSuite/transport/request';
import { bodyWithoutSecrets } from '../../../../nodes/AgentSuite/transport/secrecy/callSecrets';
import { WITHHELD } from '../../../../nodes/AgentSuite/transport/secrecy/withhold';

const connection = connectionOf({ accessToken: 'agst_1234', baseUrl: 'https://api.example.com' });
const password = 'abcd-EFGH';
const name = `Blog of ${password}`;

/** The output of a success of a request that had the password beside the name, not nested. */
const outputOf = (body: unknown, secrets = [password], declared = ['config']) =>
	bodyWithoutSecrets(body, {
		operation: { ...operation, secrets: declared },
		connection,
		request: prepare(operation, connection.baseUrl, { body: { name, password } }),
		timeoutMs: 1000,
		maxWaitMs: 0,
		maxTokens: 0,
		secrets,
		ordinaryTexts: [name],
	});

test('a password is withheld wherever it stood in the request, and an ordinary text with it is not', () => {
	const body = { name, password, note: `for ${password}`, token: 'agst_1234' };
	expect(outputOf(body)).toEqual({
		name,
		password: WITHHELD,
		note: WITHHELD,
		token: WITHHELD,
	});
});

test('a secret of the record stays for who includes it, unless it is declared inside another value', () => {
	const config = { password };
	expect(outputOf({ config })).toEqual({ config });
	const deep = outputOf({ platform: { config } }, [password], ['platform.config']);
	expect(deep).toEqual({ platform: { config: { password: WITHHELD } } });
});

test('a body that is no record, or of a request without secrets, is not searched', () => {
	expect(outputOf([password])).toEqual([password]);
	expect(outputOf({ note: password }, [])).toEqual({ note: password });
});
