import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { inDigits } from '../nodes/AgentSuite/texts/words';
import { checkAddress, cleanBaseUrl } from '../nodes/AgentSuite/transport/credential/baseUrl';
import { authorizationOf, cleanToken } from '../nodes/AgentSuite/transport/credential/connection';
import { RATE_LIMITS, TOKENS_PER_DAY } from '../nodes/AgentSuite/transport/credential/limitFields';

/** A rate limit as it counts while 'Custom Rate Limits' is off: "1,000". */
const preset = (name: keyof typeof RATE_LIMITS) => inDigits(RATE_LIMITS[name].default);

/** What a user enters of an account. `transport/credential/connection.ts` checks it before each request, as n8n saves anything. */
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
		structuredClone(TOKENS_PER_DAY),
		{
			displayName: 'Custom Rate Limits',
			name: 'customLimits',
			type: 'boolean',
			default: false,
			description: 'Whether to set the rate limits yourself, if your plan has others',
			hint: `If off: ${preset('requestsPerMinute')} requests per minute, ${preset('requestsPerHour')} per hour, ${preset('requestsPerDay')} per day`,
		},
		...structuredClone(Object.values(RATE_LIMITS)),
	];

	/**
	 * Adds the token to a request, of the nodes or of n8n's HTTP Request node, if it goes to the base URL. There is no `test`: the
	 * nodes test the credential themselves (`credentialTest.ts`).
	 * @throws {Problem} for another address, or a token or base URL that cannot be used
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const baseUrl = cleanBaseUrl(credentials.baseUrl);
		// The HTTP Request node uses n8n's legacy helper, which has the address in `uri`.
		const { url, uri, baseURL } = request as IHttpRequestOptions & { uri?: string };
		// Helpers differ in which of them they prefer, so none of them can lead elsewhere.
		const addresses = [url, uri, baseURL].flatMap((address) => address || []);
		// Without one, n8n could send it anywhere, so an empty address is refused.
		for (const address of addresses.length > 0 ? addresses : ['']) checkAddress(baseUrl, address);
		return {
			...request,
			// n8n then drops the token on redirects to another host.
			sendCredentialsOnCrossOriginRedirect: false,
			headers: {
				...request.headers,
				...authorizationOf(cleanToken(credentials.accessToken)),
			},
		};
	}
}
