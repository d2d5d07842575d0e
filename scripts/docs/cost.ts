/** Tokens and executions a month of each recipe, computed from the recipe: for docs/cost.md and for its sticky note. */
import type { INode } from 'n8n-workflow';

import { triggerFields } from '../../nodes/AgentSuite/parameters/describeTrigger';
import * as events from '../../nodes/AgentSuite/resources/events';
import * as operations from '../../nodes/AgentSuite/resources/operations';
import { code, count, page, table } from './markdown';

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

/** The default of **Minimum Interval (Minutes)**. */
const minimum = Number(triggerFields.find(({ name }) => name === 'minInterval')?.default);

const isTrigger = ({ type }: INode) => type === 'n8n-nodes-agent-suite.agentSuiteTrigger';
const isSchedule = ({ type }: INode) => type === 'n8n-nodes-base.scheduleTrigger';

function operationTokens({ parameters }: INode): number {
	const { resource, operation } = parameters;
	const found = Object.values(operations).find(
		(entry) => entry.resource === resource && entry.operation === operation,
	);
	if (!found) throw new Error(`No operation ${String(resource)}.${String(operation)}`);
	return found.tokens;
}

/** The cost of a recipe at its interval, and at the minimum interval of the trigger if that is longer. */
export function costOf({ nodes }: Recipe): Cost {
	const actions = nodes
		.filter(({ type }) => /^n8n-nodes-agent-suite\.agentSuite(Tool)?$/.test(type))
		.map(operationTokens);
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
	if (!trigger) return { tokens: Math.max(...actions) };
	const { pollTimes, event, minInterval = minimum } = trigger.parameters;
	const { item } = pollTimes as unknown as { item: Interval[] };
	const minutes = Math.max(minutesOf(item[0]), Number(minInterval));
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

function sentenceOf(cost: Cost, { nodes }: Recipe): string {
	const { interval, tokens, tokensPerMonth } = cost;
	if (interval !== undefined)
		return `Cost: ${count(tokensPerMonth ?? 0, 'token')} and ${executions(cost)} a month, ${interval}.`;
	const isTool = nodes.some(({ type }) => type.endsWith('.agentSuiteTool'));
	return `Cost: up to ${count(tokens, 'token')} per ${isTool ? 'tool call' : 'item'}. Nothing runs by itself.`;
}

/** The recipe with its cost as the last paragraph of its first sticky note. */
export function withCost<T extends Recipe>(recipe: T): T {
	const sentence = sentenceOf(costOf(recipe), recipe);
	const first = recipe.nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const nodes = recipe.nodes.map((node) => {
		if (node !== first) return node;
		const text = String(node.parameters.content).replace(/\n\nCost: [^\n]*$/, '');
		return { ...node, parameters: { ...node.parameters, content: `${text}\n\n${sentence}` } };
	});
	return { ...recipe, nodes };
}

/** The page docs/cost.md. */
export function costPage(recipes: Recipe[]): string {
	const all = recipes.map((recipe) => ({ recipe, cost: costOf(recipe) }));
	const link = ({ file }: Recipe) => `[${code(file)}](../examples/${file})`;
	const timed = all.filter(({ cost }) => cost.interval !== undefined);
	const asked = all.filter(({ cost }) => cost.interval === undefined);
	return page(
		'<!-- Made by `npm run generate` from the recipes below examples/: change it there. -->',
		'# Cost',
		'Use this page to see what each recipe costs before you publish it. All figures are for 30 days, and come from the intervals in the recipes.',
		'## Recipes that run by themselves',
		table(
			['Recipe', 'Interval', 'Tokens each time', 'Tokens a month', 'Executions a month'],
			timed.map(({ recipe, cost }) => [
				link(recipe),
				cost.interval ?? '',
				String(cost.tokens),
				(cost.tokensPerMonth ?? 0).toLocaleString('en-US'),
				executions(cost).replace(/ executions?$/, ''),
			]),
		),
		'A poll without news starts no execution, so there are fewer executions than that. Each retry of a failed execution is one more execution: a lead that is always refused adds up to 24 a day. Retries cost no tokens.',
		`To spend less, choose a longer interval: each poll costs the same, whatever it finds. **Minimum Interval (Minutes)** of the trigger is ${minimum} by default, and polls that come earlier cost nothing.`,
		'## Recipes that run on request',
		table(
			['Recipe', 'Tokens each time'],
			asked.map(({ recipe, cost }) => [
				link(recipe),
				`Up to ${cost.tokens} per ${recipe.nodes.some(({ type }) => type.endsWith('Tool')) ? 'tool call' : 'item'}`,
			]),
		),
		'## What an execution cost',
		'Each execution with an Agent Suite node notes its tokens as `agentSuiteTokens` in the custom data of the execution, where your edition of n8n offers it.',
	);
}
