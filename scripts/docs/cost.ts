/** Tokens and executions a month of each recipe, computed from the recipe: for docs/cost.md and for its sticky note. */
import type { INode } from 'n8n-workflow';

import { DEFAULT_INTERVAL } from '../../nodes/AgentSuite/fields/triggerFields';
import * as events from '../../nodes/AgentSuite/resources/events';
import * as operations from '../../nodes/AgentSuite/resources/operations';
import { RETRIES } from '../../nodes/AgentSuite/transport/tuning';
import { bullets, code, count, page, table } from './markdown';

export interface Recipe {
	/** Below examples/. */
	file: string;
	nodes: INode[];
}

export interface Cost {
	/** "every 15 minutes". Undefined if nothing starts the recipe by itself. */
	interval?: string;
	/** Per poll or per run, for a schedule. Per call or per item otherwise. */
	tokens: number;
	/** A month has 30 days. */
	tokensPerMonth?: number;
	executionsPerMonth?: number;
	/** Whether each of these executions takes place. Polls only start one if they find something. */
	always?: boolean;
}

/** One entry of n8n's poll times or of a schedule. Each mode has fields of its own. */
interface Interval {
	mode?: string;
	unit?: string;
	value?: number;
	field?: string;
	minutesInterval?: number;
	hoursInterval?: number;
	daysInterval?: number;
}

const HOUR = 60;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/** @throws for an interval that no recipe has so far */
function minutesOf(interval: Interval): number {
	const { mode, value = 1, unit, field } = interval;
	const minutes = {
		everyMinute: 1,
		everyHour: HOUR,
		everyDay: DAY,
		everyWeek: 7 * DAY,
		everyX: value * (unit === 'hours' ? HOUR : 1),
		minutes: interval.minutesInterval ?? 5,
		hours: (interval.hoursInterval ?? 1) * HOUR,
		days: (interval.daysInterval ?? 1) * DAY,
	}[mode ?? field ?? 'days'];
	if (minutes === undefined) throw new Error(`Unknown interval ${JSON.stringify(interval)}`);
	return minutes;
}

function nameOf(minutes: number): string {
	for (const [unit, size] of [
		['day', DAY],
		['hour', HOUR],
	] as const) {
		if (minutes % size === 0)
			return minutes === size ? `every ${unit}` : `every ${minutes / size} ${unit}s`;
	}
	return `every ${minutes} minutes`;
}

const isTrigger = ({ type }: INode) => type === 'n8n-nodes-agent-suite.agentSuiteTrigger';
const isSchedule = ({ type }: INode) => type === 'n8n-nodes-base.scheduleTrigger';
const isTool = ({ nodes }: Recipe) => nodes.some(({ type }) => type.endsWith('.agentSuiteTool'));
const isAction = ({ type }: INode) => /^n8n-nodes-agent-suite\.agentSuite(Tool)?$/.test(type);

function operationTokens({ parameters }: INode): number {
	const { resource, operation } = parameters;
	const found = Object.values(operations).find(
		({ id }) => id === `${String(resource)}.${String(operation)}`,
	);
	if (!found) throw new Error(`No operation ${String(resource)}.${String(operation)}`);
	return found.tokens;
}

/** The cost of a recipe at its interval. Of its polls, the first one after the minimum interval of the trigger reads. */
export function costOf({ nodes }: Recipe): Cost {
	const actions = nodes.filter(isAction).map(operationTokens);
	const schedule = nodes.find(isSchedule);
	if (schedule) {
		const { interval } = schedule.parameters.rule as unknown as { interval: Interval[] };
		const minutes = minutesOf(interval[0]);
		const runs = MONTH / minutes;
		const tokens = actions.reduce((sum, each) => sum + each, 0);
		return {
			interval: nameOf(minutes),
			tokens,
			tokensPerMonth: runs * tokens,
			executionsPerMonth: runs,
			always: true,
		};
	}
	const trigger = nodes.find(isTrigger);
	if (!trigger) return { tokens: Math.max(0, ...actions) };
	const { pollTimes, event, minInterval = DEFAULT_INTERVAL } = trigger.parameters;
	const { item } = pollTimes as unknown as { item: Interval[] };
	const pollMinutes = minutesOf(item[0]);
	const minutes = pollMinutes * Math.max(1, Math.ceil(Number(minInterval) / pollMinutes));
	const found = Object.values(events).find((entry) => entry.event === event);
	if (!found) throw new Error(`No event ${String(event)}`);
	const { tokens } = found.list.operation;
	const polls = MONTH / minutes;
	return {
		interval: nameOf(minutes),
		tokens,
		tokensPerMonth: polls * tokens,
		executionsPerMonth: polls,
		always: false,
	};
}

const executions = ({ executionsPerMonth = 0, always }: Cost) =>
	`${always ? '' : 'up to '}${count(executionsPerMonth, 'execution')}`;

function sentenceOf({ tokens, tokensPerMonth, interval, always }: Cost, recipe: Recipe): string {
	if (tokens === 0) return 'Cost: no tokens.';
	if (tokensPerMonth === undefined)
		return `Cost: up to ${count(tokens, 'token')} per ${isTool(recipe) ? 'tool call' : 'row'}, more if a request fails. Nothing runs by itself.`;
	const cost = `Cost: about ${count(tokensPerMonth, 'token')} a month`;
	return always ? `${cost}.` : `${cost}, with a read ${interval}.`;
}

/** The recipe with its cost as the last paragraph of its first sticky note. */
export function withCost<T extends Recipe>(recipe: T): T {
	const sentence = sentenceOf(costOf(recipe), recipe);
	const first = recipe.nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const nodes = recipe.nodes.map((node) => {
		if (node !== first) return node;
		const text = String(node.parameters.content).replace(/\n\nCost[^\n]*$/, '');
		return { ...node, parameters: { ...node.parameters, content: `${text}\n\n${sentence}` } };
	});
	return { ...recipe, nodes };
}

/** Poll Times of a cron expression: every 15 minutes from 8:00 to 18:45, on 22 workdays a month. */
export const OFFICE_HOURS = { cron: '*/15 8-18 * * 1-5', reads: 22 * 11 * 4 };

const everyInterval: Array<[name: string, readsAMonth: number]> = [
	['Every minute', MONTH],
	['Every 15 minutes', MONTH / 15],
	['Every 15 minutes in office hours', OFFICE_HOURS.reads],
	['Every hour', MONTH / HOUR],
	['Every day', MONTH / DAY],
];

/** The events with the cheapest reads, by name. */
function cheapest(): { names: string; tokens: number } {
	const all = Object.values(events);
	const tokens = Math.min(...all.map(({ list }) => list.operation.tokens));
	const names = all
		.filter(({ list }) => list.operation.tokens === tokens)
		.map(({ name }) => `**${name}**`);
	return { names: names.join(', '), tokens };
}

/** What a read of a trigger can cost, the lowest first. */
const readTokens = (): number[] =>
	[...new Set(Object.values(events).map(({ list }) => list.operation.tokens))].sort();

/** What a trigger costs at an interval, for each number of tokens that a read can cost. */
function intervals(): string {
	const tokens = readTokens();
	const format = (value: number) => value.toLocaleString('en-US');
	const costs = everyInterval.map(
		([name, reads]) => `${name}: ${tokens.map((each) => format(reads * each)).join(' or ')}`,
	);
	return `Tokens a month, at ${tokens.join(' or ')} a read:\n\n${bullets(costs)}`;
}

interface PricedRecipe {
	recipe: Recipe;
	cost: Cost;
}

/** What several triggers of one account cost together, such as a lead sync and an alert about leads, whose polls coincide. */
function severalTriggers(all: PricedRecipe[]): string {
	const [sync, alert] = ['lead-sync', 'lead-alert'].map((start) => {
		const found = all.find(({ recipe }) => recipe.file.startsWith(start));
		if (!found) throw new Error(`No recipe ${start}`);
		return found.cost;
	});
	const together = count(Math.max(sync.tokensPerMonth ?? 0, alert.tokensPerMonth ?? 0), 'token');
	const lines = bullets([
		`**Several triggers** with the same token and base URL pay once for a list if they poll within a minute of each other. If another trigger has just read the list, a trigger uses that for free, even before its own **Read at Most** is over. If the read fails, each can pay. So any number of alerts about leads ${alert.interval}, also with a lead sync ${alert.interval} or ${sync.interval}, cost ${together} a month together. Alerts about the balance cost extra.`,
		'**Poll Times**: to poll within the same minute, use *Every Hour*, or *Every X* with *Minutes*, such as 15. For *Every X* hours, n8n chooses a random minute for each workflow.',
		'**Several processes**: usually one process polls, so you pay once. If n8n runs several main processes with its scheduler, each can read and pay.',
	]);
	return `What several triggers cost together:\n\n${lines}`;
}

/** How often n8n 2.41 tries to activate a trigger. */
const ACTIVATIONS = 5;

/** What a workflow can cost beside the figures: executions, and tokens. */
function onTop(recipes: Recipe[]): string[] {
	const attempts = 1 + RETRIES.often;
	const [most] = readTokens().slice(-1);
	return [
		'**Executions**: a poll that finds no changes starts none, but the first poll can start one without items.',
		'**Retries**: each [retry](when-something-fails.md#retry-failed-executions) of the trigger is one more execution. **Agent Suite** nodes after the trigger cost tokens again.',
		`**Failed requests**: the service might charge them. A poll makes up to ${attempts} attempts, a schedule up to ${attempts * mostTries(recipes)}. Attempts that the service refuses as too many (429) aren't counted here. n8n 2.41 tries to publish a trigger five times, so publishing during an outage can cost up to ${attempts * ACTIVATIONS * most} tokens.`,
		'**Restarts**: each start of n8n usually reads each list once.',
		'**Test events**: each costs as much as a read, up to four times that if it needs retries.',
		"**Quota of your n8n plan**: n8n 2.41 doesn't count executions of error workflows, such as `failure-alert.json`.",
	];
}

/** How often n8n tries a node of a scheduled recipe that sends requests. */
function mostTries(recipes: Recipe[]): number {
	const nodes = recipes
		.filter((recipe) => recipe.nodes.some(isSchedule))
		.flatMap((recipe) => recipe.nodes.filter(isAction));
	return Math.max(...nodes.map(({ retryOnFail, maxTries = 3 }) => (retryOnFail ? maxTries : 1)));
}

/** The cells of a recipe with an interval. */
function scheduledCells({ cost }: PricedRecipe): string[] {
	const { interval = '', tokensPerMonth = 0 } = cost;
	const runs = executions(cost).replace(/ executions?$/, '');
	return [interval, tokensPerMonth.toLocaleString('en-US'), runs];
}

/** The cell of a recipe that a person, a model, or another workflow starts. */
function startedCells({ recipe, cost: { tokens } }: PricedRecipe): string[] {
	if (tokens === 0) return ['No tokens'];
	return [`Up to ${tokens} per ${isTool(recipe) ? 'tool call' : 'row'}`];
}

/** Rows of links and cells. Recipes of the same cells share a row. */
function rowsOf(all: PricedRecipe[], cellsOf: (one: PricedRecipe) => string[]): string[][] {
	const linksByCells = new Map<string, string[]>();
	for (const one of all) {
		const key = JSON.stringify(cellsOf(one));
		const link = `[${code(one.recipe.file)}](../examples/${one.recipe.file})`;
		linksByCells.set(key, [...(linksByCells.get(key) ?? []), link]);
	}
	return [...linksByCells].map(([key, links]) => [
		links.join(', '),
		...(JSON.parse(key) as string[]),
	]);
}

/** The page docs/cost.md. */
export function costPage(recipes: Recipe[]): string {
	const all = recipes.map((recipe) => ({ recipe, cost: costOf(recipe) }));
	const isScheduled = ({ cost }: PricedRecipe) => cost.interval !== undefined;
	const scheduled = rowsOf(all.filter(isScheduled), scheduledCells);
	const started = rowsOf(
		all.filter((one) => !isScheduled(one)),
		startedCells,
	);
	return page(
		'<!-- Made by `npm run generate` from examples/. -->',
		'# Cost',
		'What a workflow costs before you publish it. All figures are without [what comes on top](#what-comes-on-top). A month has 30 days.',
		'To limit the tokens of a day, set **Daily Token Limit** in the credential:',
		bullets([
			'**For a lead sync and a balance alert every hour**, enter 200. With a lead alert every 15 minutes too, enter 800, at most 24,800 a month.',
			'**When it is reached**, for example in a long outage, leads arrive with the first poll after midnight UTC, and so do balance alerts with this credential.',
			'**Each n8n process counts on its own**, and a restart begins at 0 ([more](limits.md#limit-what-a-day-costs)). If each credential with the token has 200 a day, each process spends at most 6,200 a month. Each restart or new token can add 200. [Some tokens count in no limit](limits.md#limit-what-a-day-costs).',
		]),
		'## Scheduled recipes',
		table(['Recipe', 'Interval', 'Tokens a month', 'Executions a month'], scheduled),
		'To reduce the cost, change **Poll Times** or the **Schedule Trigger**. The triggers of the recipes read at every poll.',
		'## Recipes that you start',
		bullets(started.map(([links, tokens]) => `${links}: ${tokens.toLowerCase()}`)),
		'## What comes on top',
		bullets(onTop(recipes)),
		'## Your own triggers',
		`**Agent Suite Trigger** polls at its **Poll Times**. After a read, polls are free until **Read at Most** (default ${DEFAULT_INTERVAL}, in minutes) is over. The next poll reads again, and costs tokens. With 15 and a poll every 10 minutes, every second poll reads. The first poll after a restart of n8n, or after a change of the trigger, doesn't wait for this interval. Only ${cheapest().names} costs ${count(cheapest().tokens, 'token')} a read.`,
		intervals(),
		severalTriggers(all),
		`To poll only in office hours, set **Poll Times** to *Custom*, and enter ${code(OFFICE_HOURS.cron)}. Set **Read at Most** to *At every poll*. The trigger then polls from 8:00 to 18:45 in the workflow's time zone, Monday to Friday. The figure is for 22 workdays.`,
	);
}
