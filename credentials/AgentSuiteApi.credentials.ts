import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { Problem } from '../nodes/AgentSuite/model/problem';
import { cleanBaseUrl, cleanToken, DEFAULT_LIMITS } from '../nodes/AgentSuite/transport/connection';

/** A number that only counts, and is only shown, while 'Custom Limits' is on. */
function limitField(
	name: keyof typeof DEFAULT_LIMITS,
	displayName: string,
	description = 'Set this to the limit of your plan, or to 0 for no limit',
): INodeProperties {
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: 0 },
		displayOptions: { show: { customLimits: [true] } },
		default: DEFAULT_LIMITS[name],
		description,
	};
}

/** Dots that climb out of a path if a server decodes the slashes beside them. */
const CLIMBS = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:$|[/\\]|%2f|%5c)/i;

/** The URL that a helper of n8n requests. They differ in how they join a base address and a path. */
function targetsOf(address: string, base?: string): URL[] {
	const joined = base ? [`${base.replace(/\/+$/, '')}/${address.replace(/^\/+/, '')}`] : [];
	const resolved = URL.canParse(address, base) ? [new URL(address, base).href] : [];
	const targets = URL.canParse(address) ? [address] : [...joined, ...resolved];
	return targets.filter((target) => URL.canParse(target)).map((target) => new URL(target));
}

/**
 * Other nodes, such as n8n's HTTP Request node, can also use the credential.
 * @throws {Problem} for any address that is not below the base URL, because it must not get the token
 */
function checkAddress({ origin, host, pathname }: URL, address: string, base?: string): void {
	const root = pathname.replace(/\/+$/, '');
	const targets = targetsOf(address, base);
	const isBelow = (target: URL) =>
		target.origin === origin &&
		(target.pathname === root || target.pathname.startsWith(`${root}/`)) &&
		!CLIMBS.test(target.pathname);
	if (targets.length > 0 && targets.every(isBelow)) return;
	throw new Problem({
		kind: 'input',
		message: `The Agent Suite credential does not allow requests to ${targets[0]?.host ?? 'this address'}`,
		description: `Enter an address below ${host}${root}, which is the base URL of the credential. Nothing was sent.`,
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
			description:
				'URL of the API, including the path if there is one. You find it at the start of the API documentation of the service.',
		},
		{
			displayName: 'Custom Limits',
			name: 'customLimits',
			type: 'boolean',
			default: false,
			description:
				'Whether to set the limits yourself. While this is off, the node sends at most 100 requests per minute, 1,000 per hour, and 10,000 per day.',
		},
		limitField('requestsPerMinute', 'Requests per Minute'),
		limitField('requestsPerHour', 'Requests per Hour'),
		limitField('requestsPerDay', 'Requests per Day'),
		limitField(
			'tokensPerDay',
			'Tokens per Day',
			'Maximum number of tokens to spend per day (from midnight UTC), across all nodes and workflows of this n8n process. Set to 0 for no limit.',
		),
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
		for (const address of [url ?? uri, uri ?? url])
			checkAddress(baseUrl, address ?? '', baseURL || undefined);
		return {
			...request,
			// n8n then drops the token on redirects to another host.
			sendCredentialsOnCrossOriginRedirect: false,
			headers: {
				...request.headers,
				// In lower case, because older versions add `Authorization` again on such a redirect.
				authorization: `Bearer ${cleanToken(credentials.accessToken)}`,
			},
		};
	};
}
