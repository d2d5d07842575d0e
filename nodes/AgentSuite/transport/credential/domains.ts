import { credentialProblem } from './problem';

/**
 * Checks the domains to which n8n's owner has restricted the credential. n8n leaves that to the nodes: neither the helper
 * with authentication nor the one for a credential test compares them. A test notices when n8n does. Without a domain, none is allowed:
 * who restricts a credential, and has not said to what yet, does not mean all.
 */
export function checkDomains({ hostname, host }: URL, allowed: unknown): void {
	// "api.example.com." is the same host.
	const nameOf = (domain: string) => domain.trim().toLowerCase().replace(/\.$/, '');
	const name = nameOf(hostname);
	const isAllowed = String(allowed ?? '')
		.split(',')
		.map(nameOf)
		.some((domain) => (domain.startsWith('*.') ? name.endsWith(domain.slice(1)) : name === domain));
	if (isAllowed) return;
	throw credentialProblem(
		`The credential does not allow requests to ${host}`,
		`Add ${name} to 'Allowed Domains' in the credential, or set 'Allowed HTTP Request Domains' to All.`,
	);
}
