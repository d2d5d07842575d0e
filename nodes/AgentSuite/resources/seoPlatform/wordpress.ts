/** The connection settings of a WordPress site: their fields, and what cannot be right. */

import type { Field } from '../../model/field';
import type { ValuesOf } from '../../model/parameterTypes';
import type { Refuse } from '../../model/refusal';

/** Texts without which a WordPress site cannot be connected. */
const wordPressText = {
	type: 'string',
	required: true,
	default: '',
	displayOptions: { show: { platformType: ['wordpress'] } },
} as const;

export const wordPressFields = [
	{
		displayName: 'Domain',
		name: 'domain',
		...wordPressText,
		placeholder: 'e.g. blog.example.com',
		description: 'Domain of the WordPress site',
		hint: 'With or without https://. A path only if WordPress is in a folder',
	},
	{
		displayName: 'Username',
		name: 'username',
		...wordPressText,
		placeholder: 'e.g. editor',
		description: 'WordPress user that publishes the articles',
	},
	{
		displayName: 'Application Password',
		name: 'applicationPassword',
		typeOptions: { password: true },
		...wordPressText,
		placeholder: 'e.g. abcd EFGH 1234 ijkl MNOP 5678',
		description:
			'Application password of that user, not the login password. To keep it out of the workflow, use an expression.',
		hint: 'Create it in WordPress: Users > Profile > Application Passwords. Saved in the workflow in clear text',
	},
] as const satisfies readonly Field[];

/** Labels between dots, of any script, with an optional scheme, port, and folder. */
const DOMAIN =
	/^(?:https?:\/\/)?[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*)+(?::\d{1,5})?(?:\/[^\s?#@\\]*)?$/iu;

/** The pages on which WordPress users log in. */
const LOGIN_PAGE = /\/wp-(?:admin|login)(?![\w-])/i;

/** Whether it can be one: WordPress makes 24 characters, and the API documentation shows 16. An email address and most login passwords cannot. */
function isApplicationPassword(password: string): boolean {
	const characters = password.replace(/\s/g, '');
	return characters.length >= 16 && !characters.includes('@');
}

/** Of another type of platform, there are none. */
type WordPress = ValuesOf<typeof wordPressFields>;

/** @throws {Problem} for settings that cannot be right */
export function refuseWordPress(
	{ domain = '', applicationPassword = '' }: WordPress,
	refuse: Refuse<'domain' | 'applicationPassword'>,
): void {
	const advice = 'Enter the domain of the WordPress site, for example blog.example.com.';
	const enterDomain = { advice, forModel: `${advice} Then call the tool again.` };
	if (!DOMAIN.test(domain)) refuse('domain', { what: 'must be a domain name', ...enterDomain });
	if (LOGIN_PAGE.test(domain))
		refuse('domain', { what: 'is the login page of WordPress', ...enterDomain });
	if (!isApplicationPassword(applicationPassword))
		refuse('applicationPassword', {
			what: 'is not an application password of WordPress',
			advice:
				'Create one in WordPress: Users > Profile > Application Passwords. It has 24 letters and digits.',
			forModel:
				'Tell the user: Create an application password in WordPress. It has 24 letters and digits.',
		});
}

/** The connection settings as the service gets them. */
export const wordPressConfig = ({ domain = '', username, applicationPassword }: WordPress) => ({
	// Domain names are composed: ü can also be typed as u with a mark.
	domain: domain.normalize('NFC'),
	username,
	applicationPassword,
});
