import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { Problem } from '../nodes/AgentSuite/model/problem';
import { cleanBaseUrl, cleanToken } from '../nodes/AgentSuite/transport/connection';

/** Outside the class, because n8n's linter treats every field there with "token" in its name as a secret. */
const dailyBudget: INodeProperties = {
	displayName: 'Tokens per Day',
	name: 'tokensPerDay',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Maximum number of tokens to spend per day (from midnight UTC), across all nodes and workflows of this n8n process. Set to 0 for no limit.',
};

const limitNotice = 'Set this to the limit of your plan, or to 0 for no limit';

/**
 * Other nodes, such as n8n's HTTP Request node, can also use the credential.
 * @throws {Problem} for any address but that of the service, which must not get the token
 */
function checkOrigin({ origin, host }: URL, address: string, baseUrl?: string): void {
	const base = baseUrl === undefined || baseUrl === '' ? undefined : baseUrl;
	const target = URL.canParse(address, base) ? new URL(address, base) : undefined;
	if (target?.origin === origin) return;
	throw new Problem({
		kind: 'input',
		message: `The Agent Suite credential does not allow requests to ${target?.host ?? 'this address'}`,
		description: `Enter an address at ${host}, which is the base URL of the credential. Nothing was sent.`,
	});
}

export class AgentSuiteApi implements ICredentialType {
	name = 'agentSuiteApi';

	displayName = 'Agent Suite API';

	icon: Icon = { light: 'file:../icons/agentSuite.svg', dark: 'file:../icons/agentSuite.dark.svg' };

	documentationUrl = 'https://agent-suite.example';

	properties: INodeProperties[] = [
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Generate it in the service dashboard under API keys',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description: 'URL of the API, including the path if there is one',
		},
		{
			displayName: 'Requests per Minute',
			name: 'requestsPerMinute',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 100,
			description: limitNotice,
		},
		{
			displayName: 'Requests per Hour',
			name: 'requestsPerHour',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1000,
			description: limitNotice,
		},
		{
			displayName: 'Requests per Day',
			name: 'requestsPerDay',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 10000,
			description: limitNotice,
		},
		dailyBudget,
	];

	/**
	 * Adds the token to a request. The nodes test the credential themselves (`testConnection`).
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const baseUrl = cleanBaseUrl(credentials.baseUrl);
		// The HTTP Request node uses n8n's legacy helper, which has the address in `uri`.
		const { url, uri, baseURL } = request as IHttpRequestOptions & { uri?: string };
		// Helpers differ in which of the two they prefer.
		for (const address of [url ?? uri, uri ?? url]) checkOrigin(baseUrl, address, baseURL);
		return {
			...request,
			// n8n then drops the token on redirects to another host. Older versions ignore this.
			sendCredentialsOnCrossOriginRedirect: false,
			headers: {
				...request.headers,
				Authorization: `Bearer ${cleanToken(credentials.accessToken)}`,
			},
		};
	};
}
