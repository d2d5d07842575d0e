import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { checkAddresses, cleanBaseUrl } from '../nodes/AgentSuite/transport/credential/baseUrl';
import { authorizationOf, cleanToken } from '../nodes/AgentSuite/transport/credential/connection';
import { limitFields } from '../nodes/AgentSuite/transport/credential/limitFields';

/**
 * What a user enters of an account. As n8n saves anything, `transport/credential/connection.ts` checks it before each request. There is no
 * `test`, because the nodes test the credential: their `methods` name `credentialMethods.ts`.
 */
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
			placeholder: 'Paste the token',
			hint: 'Generate it in the service dashboard, in the section for API keys or tokens',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			hint: 'It starts with https://, and is at the start of the API documentation. Leave out the path of an operation',
		},
		// Copies, because n8n changes descriptions in place.
		...structuredClone(limitFields),
	];

	/**
	 * Adds the token to a request, of the nodes or of n8n's HTTP Request node, if it goes to the base URL.
	 * @throws {Problem} for another address, or a token or base URL that cannot be used
	 */
	async authenticate(
		{ accessToken, baseUrl }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		checkAddresses(cleanBaseUrl(baseUrl), request);
		return {
			...request,
			// n8n then drops the token on redirects to another host.
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { ...request.headers, ...authorizationOf(cleanToken(accessToken)) },
		};
	}
}
