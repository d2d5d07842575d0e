import type { Icon, ICredentialType, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { checkAddresses } from '../nodes/AgentSuite/transport/credential/addresses';
import { authorizationOf, cleanTarget } from '../nodes/AgentSuite/transport/credential/connection';
import { FIELDS, type Entered } from '../nodes/AgentSuite/transport/credential/fields';

/**
 * What a user enters of an account, by the fields of `transport/credential/fields.ts`, which is checked before each request. There is no
 * `test`, because the nodes test the credential: their `methods` name `credentialMethods.ts`.
 */
export class AgentSuiteApi implements ICredentialType {
	name = 'agentSuiteApi';

	displayName = 'Agent Suite API';

	icon: Icon = { light: 'file:../icons/agentSuite.svg', dark: 'file:../icons/agentSuite.dark.svg' };

	documentationUrl = 'https://github.com/agent-suite/n8n-nodes-agent-suite#credential';

	/** Copies, because n8n changes descriptions in place. */
	properties: INodeProperties[] = Object.entries(structuredClone(FIELDS)).map(([name, field]) => ({
		name,
		...field,
	}));

	/**
	 * Adds the token to a request, of the nodes or of n8n's HTTP Request node, if it goes to the base URL.
	 * @throws {Problem} for another address, or a token or base URL that cannot be used
	 */
	async authenticate(entered: Entered, request: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		const { url, accessToken } = cleanTarget(entered);
		checkAddresses(url, request);
		return {
			...request,
			// n8n then drops the token on redirects to another host.
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { ...request.headers, ...authorizationOf(accessToken) },
		};
	}
}
