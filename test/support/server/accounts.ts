import type { Credential } from '../../../playground/workflows';
import { withoutLimits } from '../credential';
import type { Server } from './server';

/** Credentials of n8n by type, for `withCredentials`: Agent Suite without limits, and these. */
export async function accounts(
	{ rest, credential, sandbox }: Server,
	others: Record<string, object>,
): Promise<Record<string, Credential>> {
	const data = { accessToken: sandbox.tokens.admin, baseUrl: sandbox.url, ...withoutLimits };
	const body = { name: credential.name, type: 'agentSuiteApi', data };
	await rest.patch(`/rest/credentials/${credential.id}`, body);
	const created = await Promise.all(
		Object.entries(others).map(async ([type, data]): Promise<[string, Credential]> => {
			const name = `Account for ${type}`;
			const { id } = await rest.post<Credential>('/rest/credentials', { name, type, data });
			return [type, { id, name }];
		}),
	);
	return { agentSuiteApi: credential, ...Object.fromEntries(created) };
}
