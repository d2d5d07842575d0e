import { basename } from 'node:path';

import { costOf, costPage, withCost, type Recipe } from '../../../scripts/docs/cost';
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

test('a poll every 15 minutes at 5 tokens, a schedule every day at 1, a tool call', () => {
	expect(costOf(recipe('lead-sync.json'))).toMatchObject({
		interval: 'every 15 minutes',
		tokensPerMonth: 30 * 24 * 4 * 5,
		executionsPerMonth: 30 * 24 * 4,
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

test('the minimum interval of the trigger counts if it is longer than that of its polls', () => {
	const often = (text: string) => text.replace('"value": 15', '"value": 5');
	expect(costOf(recipe('lead-sync.json', often)).tokensPerMonth).toBe(14_400);
	const always = (text: string) => often(text).replace('"options"', '"minInterval": 0, "options"');
	expect(costOf(recipe('lead-sync.json', always)).tokensPerMonth).toBe(3 * 14_400);
});

test('each note and the page contain the cost of the recipe, and change with its interval', () => {
	for (const each of recipes) expect(withCost(each)).toEqual(each);
	expect(textOf('docs/cost.md')).toBe(costPage(recipes));
	const hourly = recipe('lead-sync.json', (text) => text.replace('"value": 15', '"value": 60'));
	expect(noteOf(withCost(hourly))).toContain(
		'Cost: 3,600 tokens and up to 720 executions a month, every hour.',
	);
	expect(noteOf(withCost(hourly)).match(/Cost:/g)).toHaveLength(1);
});
