import { costOf, type Recipe } from './cost';
import { capital, code, count, table } from './markdown';
import { minimumN8n } from './minimumN8n';

/** The starts of file names in the order of use. The last one fits the rest. */
const ORDER = [
	'lead-sync.',
	'lead-sync-hubspot',
	'lead-sync-pipedrive',
	'lead-sync-salesforce',
	'lead-sync-highlevel',
	'lead-sync-google-sheets',
	'lead-sync-airtable',
	'lead-sync-notion',
	'lead-sync-',
	'reconcile-leads.',
	'reconcile-',
	'failure-',
	'lead-',
	'balance-',
	'token-',
	'platform-',
	'article-',
	'',
	'ai-',
	'mcp-',
];

/** What a recipe does: the first sentence of its first note, without its examples. */
function purpose({ file, nodes }: Recipe): string {
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const lines = String(note?.parameters.content ?? '')
		.split('\n')
		.map((line) => line.trim());
	const [text] = lines.filter((line) => line !== '' && !line.startsWith('#'));
	if (!text) throw new Error(`${file} has no sticky note with a purpose`);
	const [first] = /^.*?[.!?](?= |$)/.exec(text) ?? [text];
	return first.replace(/, (such as|for example) [^,.]*(,|(?=\.))/, '');
}

/** The place of a recipe: that of the longest start that its file name has. */
function placeOf({ file }: Pick<Recipe, 'file'>): number {
	const fitting = ORDER.filter((start) => file.startsWith(start));
	return ORDER.indexOf(fitting.reduce((best, next) => (next.length > best.length ? next : best)));
}

/** Recipes in the order of use. */
export const inOrder = <One extends Pick<Recipe, 'file'>>(recipes: One[]): One[] =>
	[...recipes].sort((left, right) => placeOf(left) - placeOf(right));

const linked = (text: string, { file }: Recipe) => `[${text}](examples/${file})`;

/** Whether the recipe works on the table that a lead sync fills. */
const needsSync = ({ nodes }: Recipe): boolean =>
	nodes.some(({ parameters }) =>
		String(parameters.content).includes('Set up **Agent Suite: lead sync'),
	);

const monthly = (recipe: Recipe): string => {
	const { tokens, tokensPerMonth } = costOf(recipe);
	if (tokens === 0) return needsSync(recipe) ? '0 (plus the sync)' : '0';
	return tokensPerMonth?.toLocaleString('en-US') ?? `up to ${tokens} each`;
};

/** What a lead sync writes to: the end of the title of its note, such as "HubSpot" or "data table". */
function target({ file, nodes }: Recipe): string {
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const [, name] = /^#+ .* to (?:an? )?(.+)$/m.exec(String(note?.parameters.content)) ?? [];
	if (name === undefined) throw new Error(`The note of ${file} is not called "Lead sync to …"`);
	return name;
}

/** The lead syncs, as a table for the README, and what they cost. Those of the same cost share a sentence. */
export function leadSyncs(recipes: Recipe[]): string {
	const syncs = inOrder(recipes).filter(({ file }) => file.startsWith('lead-sync'));
	const rows = syncs.map((recipe) => [
		capital(target(recipe)),
		linked(code(recipe.file), recipe),
		minimumN8n(recipe),
	]);
	const costs = [...new Set(syncs.map((recipe) => costSentence(recipe)))];
	return [table(['CRM', 'Recipe', 'n8n'], rows), ...costs].join('\n\n');
}

function costSentence(recipe: Recipe): string {
	const { interval, tokensPerMonth = 0 } = costOf(recipe);
	const daily = count(tokensPerMonth / 30, 'token');
	return `**Cost: ${daily} a day** (${monthly(recipe)} a month) for reading the leads ${interval}, even if nothing changes.`;
}

/** Tokens of the balance that the README counts in days. */
const BALANCE = 10_000;

/** What the most important recipes cost, as a table for the README. */
export function costExamples(recipes: Recipe[]): string {
	const row = (start: string, name: string, end = ''): string[] => {
		const recipe = inOrder(recipes).find(({ file }) => file.startsWith(start));
		if (!recipe) throw new Error(`No recipe ${start}`);
		const { interval, tokensPerMonth = 0 } = costOf(recipe);
		const days = Math.floor(BALANCE / (tokensPerMonth / 30));
		return [`${name} ${interval}${end}`, monthly(recipe), count(days, 'day')];
	};
	return table(
		['Recipe', 'Tokens a month, without retries', `${count(BALANCE, 'token')} last`],
		[
			row('lead-sync', 'Lead sync', ', also for thousands of leads'),
			row('lead-alert', 'Lead alerts and lead sync, both', ', which share their reads'),
			row('article-digest', 'New articles by email, or in a spreadsheet,'),
		],
	);
}

/** The other recipes, as a table for the README. */
export function examplesTable(recipes: Recipe[]): string {
	const others = inOrder(recipes).filter(({ file }) => !file.startsWith('lead-sync'));
	const rows = others.map((recipe) => [
		linked(code(recipe.file), recipe),
		purpose(recipe),
		minimumN8n(recipe),
		monthly(recipe),
	]);
	return table(['Workflow', 'What it does', 'n8n', 'Tokens a month'], rows);
}
