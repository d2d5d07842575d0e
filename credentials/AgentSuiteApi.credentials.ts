import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { cleanBaseUrl, cleanToken } from '../nodes/AgentSuite/transport/connection';

const limitNotice = 'Your plan may have another limit; 0 turns this one off';

const redirects = 'The base URL redirects elsewhere: enter the address it redirects to';

/** What the test of the credential says for a status. */
const refusals: Record<number, string> = {
	301: redirects,
	302: redirects,
	303: redirects,
	307: redirects,
	308: redirects,
	401: 'The access token is missing or invalid',
	402: 'The token and the base URL are right, but the token balance is too low',
	403: 'The access token has expired or does not allow this',
	404: 'The service is not at this base URL: check host, and path after the host',
	429: 'The rate limit is reached: try again in a minute',
};

// n8n takes both kinds in one list, though its type allows only lists of one kind.
const rules = [
	...Object.entries(refusals).map(([status, message]) => ({
		type: 'responseCode',
		properties: { value: Number(status), message },
	})),
	{
		type: 'responseSuccessBody',
		properties: {
			key: 'totalTokenCount',
			// Not there at all: a website has answered, not the service.
			value: undefined,
			message: 'A website answers at this base URL, not the API of the service',
		},
	},
] as ICredentialTestRequest['rules'];

export class AgentSuiteApi implements ICredentialType {
	name = 'agentSuiteApi';

	displayName = 'Agent Suite API';

	icon: Icon = { light: 'file:../icons/agentSuite.svg', dark: 'file:../icons/agentSuite.dark.svg' };

	documentationUrl = 'https://github.com/agent-suite/n8n-nodes-agent-suite#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Generated in the dashboard of the service, in the section of API keys',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description: 'Address of the service; a path after the host is fine',
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
	];

	/**
	 * Adds the token to a request. Runs for the node and for the test of the credential, so the checks
	 * of token and base URL hold for both.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		cleanBaseUrl(credentials.baseUrl);
		return {
			...request,
			headers: {
				...request.headers,
				Authorization: `Bearer ${cleanToken(credentials.accessToken)}`,
			},
		};
	};

	/** Reads the token balance: 1 token, the cheapest call there is. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/billing-token/getTokenBalance',
			disableFollowRedirect: true,
		},
		rules,
	};
}
