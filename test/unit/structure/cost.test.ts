import { basename } from 'node:path';

import { costOf, costPage, OFFICE_HOURS, withCost, type Recipe } from '../../../scripts/docs/cost';
import { filesIn, textOf } from './source';

const recipes = filesIn('examples').map((path): Recipe => {
	const { nodes } = JSON.parse(textOf(path)) as Recipe;
	return { file: basename(path), nodes };
});

const recipe = (file: string, change: (text: string) => string = (text) => text): Recipe => {
	const { nodes } = JSON.parse(change(textOf(`examples/${file}`))) as Recipe;
	return { file, nodes };
};

const noteOf = ({ nodes }: Recipe) =>
	String(nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content);

test('a poll every hour at 5 tokens, a schedule every day at 1, a tool call', () => {
	expect(costOf(recipe('lead-sync.json'))).toMatchObject({
		interval: 'every hour',
		tokensPerMonth: 30 * 24 * 5,
		executionsPerMonth: 30 * 24,
		always: false,
	});
	expect(costOf(recipe('balance-alert.json'))).toMatchObject({
		interval: 'every day',
		tokensPerMonth: 30,
		executionsPerMonth: 30,
		always: true,
	});
	expect(costOf(recipe('mcp-server.json'))).toEqual({ tokens: 5 });
});

test('the first poll after the minimum interval of the trigger reads', () => {
	const file = 'lead-alert-slack.json';
	const often = (text: string) => text.replace('"value": 15', '"value": 5');
	expect(costOf(recipe(file, often)).tokensPerMonth).toBe(3 * 14_400);
	const rarely = (text: string) => often(text).replace('"minInterval": 0', '"minInterval": 15');
	expect(costOf(recipe(file, rarely)).tokensPerMonth).toBe(14_400);
	// Polls after 10 minutes do not read, those after 20 do.
	const between = (text: string) => rarely(text).replace('"value": 5', '"value": 10');
	expect(costOf(recipe(file, between))).toMatchObject({
		interval: 'every 20 minutes',
		tokensPerMonth: 10_800,
	});
});

test('a recipe without a node of the package costs nothing', () => {
	expect(costOf(recipe('lead-reminder.json'))).toMatchObject({ tokensPerMonth: 0 });
	expect(costOf(recipe('failure-alert.json'))).toEqual({ tokens: 0 });
});

test('office hours: a workday has 44 quarters from 8:00 to 18:45', () => {
	const [minutes, hours, , , days] = OFFICE_HOURS.cron.split(' ');
	expect([minutes, hours, days]).toEqual(['*/15', '8-18', '1-5']);
	expect(OFFICE_HOURS.reads * 5).toBe(22 * 44 * 5);
});

test('the page says how often a poll and a schedule send a request that fails', () => {
	expect(costPage(recipes)).toContain('A poll makes up to 4 attempts, a schedule up to 12.');
	const twice = recipes.map(({ file, nodes }) => ({
		file,
		nodes: nodes.map((node) => (node.retryOnFail ? { ...node, maxTries: 2 } : node)),
	}));
	expect(costPage(twice)).toContain('a schedule up to 8.');
});

test('a note contains the cost of its recipe once, and changes with its interval', () => {
	const file = 'lead-alert-slack.json';
	const hourly = recipe(file, (text) => text.replace('"value": 15', '"value": 60'));
	expect(noteOf(withCost(recipe(file)))).toMatch(
		/\n\nCost: about 14,400 tokens a month, with a read every 15 minutes\.$/,
	);
	expect(noteOf(withCost(hourly))).toMatch(
		/\n\nCost: about 3,600 tokens a month, with a read every hour\.$/,
	);
	expect(noteOf(withCost(hourly)).match(/Cost/g)).toHaveLength(1);
});
