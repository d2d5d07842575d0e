import type { Refuse } from '../../model/operation';

/** Labels between dots, with an optional scheme, port, and folder. */
const DOMAIN =
	/^(?:https?:\/\/)?(?!-)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:\/[^\s?#@\\]*)?$/iu;

/** The pages on which WordPress users log in. */
const LOGIN_PAGE = /\/wp-(?:admin|login)/i;

/** Whether it looks like one, of which WordPress makes 24 characters, and not like a login password or an email address. */
function isApplicationPassword(password: string): boolean {
	const characters = password.replace(/\s/g, '');
	return characters.length >= 16 && !characters.includes('@');
}

interface WordPressConfig {
	domain?: string;
	username?: string;
	applicationPassword?: string;
}

/** The connection settings of a WordPress site. @throws {Problem} for what cannot be right */
export function wordPressConfig(
	{ domain = '', username, applicationPassword = '' }: WordPressConfig,
	refuse: Refuse<'domain' | 'applicationPassword'>,
) {
	const enterDomain = 'Enter the domain of the WordPress site, for example blog.example.com.';
	if (!DOMAIN.test(domain)) throw refuse('domain', 'must be a domain name', enterDomain);
	if (LOGIN_PAGE.test(domain))
		throw refuse('domain', 'is the login page of WordPress', enterDomain);
	if (!isApplicationPassword(applicationPassword))
		throw refuse(
			'applicationPassword',
			'is not an application password of WordPress',
			'Create one in WordPress: Users > Profile > Application Passwords. It has 24 letters and digits.',
		);
	return { domain, username, applicationPassword };
}
