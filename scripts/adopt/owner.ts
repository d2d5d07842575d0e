/** What the package says of its owner, and what `npm run adopt` puts in its place. */
import { parseArgs } from 'node:util';

import { PlainError } from '../shared';
import { formsOf } from './brand';

interface OwnerOption {
	/** What stands in the files until then. Not every service has one base URL, so that has none. */
	text?: string;
	meaning: string;
	/** No value can end a string or a cell of a table. */
	form: RegExp;
	/** The form in words. */
	looks: string;
}

const address = { form: /^https:\/\/[^\s"'`\\|<>()[\]]+$/, looks: 'an https address' };

export const ownerOptions = {
	brand: {
		text: 'Agent Suite',
		meaning: 'Name of the service, as users see it',
		form: /^[A-Z][A-Za-z0-9]*( [A-Z0-9][A-Za-z0-9]*)*$/,
		looks: 'words of letters and digits that each start with a capital, such as Acme Leads',
	},
	name: {
		text: 'n8n-nodes-agent-suite',
		meaning: 'Name of the package on npm',
		form: /^n8n-nodes-[a-z0-9-]+$/,
		looks: 'a name without a scope that starts with n8n-nodes-',
	},
	author: {
		text: 'Agent Suite maintainers',
		meaning: 'Person or company that owns the npm account and the repository',
		form: /^[^"\\|<>\p{Cc}]+$/u,
		looks: 'a name without quotes and line breaks',
	},
	email: {
		text: 'maintainers@agent-suite.example',
		meaning: 'Address for security reports and questions about the package',
		form: /^[^\s"\\|<>@]+@[\w.-]+\.\w+$/,
		looks: 'an email address',
	},
	repository: {
		text: 'agent-suite/n8n-nodes-agent-suite',
		meaning: 'Owner and name of the public GitHub repository',
		form: /^[\w-]+\/[\w.-]+$/,
		looks: 'the owner and name on GitHub, such as acme/n8n-nodes-acme',
	},
	reviewers: {
		text: '@agent-suite/maintainers',
		meaning: 'Team or person with write access that reviews changes',
		form: /^@[\w-]+(\/[\w-]+)?$/,
		looks: 'a team such as @acme/nodes, or a person such as @ada. GitHub ignores an organization',
	},
	service: {
		text: 'https://agent-suite.example',
		meaning: 'Website of the service',
		...address,
	},
	'api-docs': {
		text: 'https://agent-suite.example/api',
		meaning: 'API documentation of the service',
		...address,
	},
	'base-url': { meaning: 'Address of the API, if all accounts have the same', ...address },
} satisfies Record<string, OwnerOption>;

type Name = keyof typeof ownerOptions;
export type Owner = Record<Exclude<Name, 'base-url'>, string> & { 'base-url'?: string };

const table = Object.entries(ownerOptions) as Array<[Name, OwnerOption]>;

/** The owner's value of each text in the files. */
export const textsOf = (owner: Owner): Record<string, string> =>
	Object.fromEntries(
		table.flatMap(([name, { text }]) => (text === undefined ? [] : [[text, owner[name] ?? '']])),
	);

/**
 * The owner's values by option. The name of the package follows from the brand.
 * @throws PlainError that lists all options that are missing or wrong
 */
export function ownerFrom(args: string[]): Owner {
	const options = Object.fromEntries(table.map(([name]) => [name, { type: 'string' as const }]));
	const values = parseArgs({ args, options }).values as Partial<Owner>;
	if (values.brand) values.name ??= `n8n-nodes-${formsOf(values.brand).kebab}`;
	const wrong = table
		.filter(([name, { text }]) => text !== undefined || values[name] !== undefined)
		.filter(([name, { form }]) => !form.test(values[name] ?? ''))
		.map(([name, { meaning, looks }]) => `--${name}: ${meaning} (${looks})`);
	const { reviewers = '', repository = '' } = values;
	const [team, owner] = [/^@(.+)\//.exec(reviewers)?.[1], repository.split('/')[0]];
	if (team && team !== owner)
		wrong.push(`--reviewers: A team of ${owner}, which owns the repository`);
	if (wrong.length > 0) throw new PlainError(`Set these options:\n  ${wrong.join('\n  ')}`);
	return values as Owner;
}
