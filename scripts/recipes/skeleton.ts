/**
 * The structure of every lead sync. Leads wait in a data table of n8n until the destination has accepted them.
 * Recipes differ only in the nodes between "Loop Over Items" and "Did it arrive?".
 */
import {
	createTable,
	getRows,
	ifTrue,
	insertRow,
	note,
	settings,
	unlessRow,
	updateRows,
	type Condition,
	type DataTable,
} from './nodes';
import { workflowText, type Link, type NodeSpec, type Parameters } from './workflow';

/** The position of a node of a destination: columns from the left, rows from the top. */
export type Place = (column: number, row: number) => [x: number, y: number];

/** The parts that a recipe adds to the skeleton. */
export interface Destination {
	/** The file below examples/, without `.json`. */
	file: string;
	/** The service, as it calls itself: "HubSpot". */
	title: string;
	/** The data table in which leads wait. No name can be part of another: n8n looks tables up by part of the name. */
	table: string;
	/** One sentence: what you get for a lead. */
	purpose: string;
	/** Steps to set the recipe up, each naming its node in bold. */
	steps: string[];
	/** What to know about this service, in whole sentences. */
	remarks: string;
	/** Number of columns that the nodes take up. */
	width: number;
	/** Runs first, if the recipe needs its own table. */
	prepare?: (position: [number, number]) => NodeSpec;
	nodes(place: Place): NodeSpec[];
	/** Links between the nodes. `arrived` and `failed` are the next nodes. */
	links(next: { arrived: string; failed: string }): Link[];
	/** The node that gets a lead from the loop. */
	first: string;
	/** An expression over the response: true once the service has the lead. */
	arrived: string;
	/** An expression over the response: the service's id of the record. */
	recordId: string;
	/** An expression over the response: why it was refused, in the service's words. */
	reason: string;
}

/** The current row of the loop. */
export const row = "$('Loop Over Items').first().json";

/** The reason in an item of a node's error output. */
export const nodeReason = '$json.error?.message ?? $json.error';

export const fields = ['firstName', 'lastName', 'email', 'phone', 'status'] as const;

const arrived = 'Did it arrive?';
const failed = 'Note the reason';

function waitingRoom(name: string): DataTable {
	return {
		name,
		columns: {
			leadKey: 'string',
			firstName: 'string',
			lastName: 'string',
			email: 'string',
			phone: 'string',
			status: 'string',
			content: 'string',
			state: 'string',
			tries: 'number',
			nextTry: 'string',
			lastError: 'string',
			listed: 'boolean',
			recordId: 'string',
		},
	};
}

const later = (minutes: string) => `={{ $now.toUTC().plus({ minutes: ${minutes} }).toISO() }}`;
const setting = (name: string) => `$('Settings').first().json.${name}`;
const content = `={{ JSON.stringify([${fields.map((field) => `$json.${field}`).join(', ')}]) }}`;
const lead: Parameters = Object.fromEntries(
	fields.map((field) => [field, `={{ $json.${field} ?? '' }}`]),
);
const leadKey = '={{ $json.leadKey }}';
const thisRow: Condition = ['id', 'eq', `={{ ${row}.id }}`];
const unchanged: Condition = ['content', 'eq', `={{ ${row}.content }}`];

/** The nodes from the leads to waiting rows. */
function collect(table: DataTable, prepare: Destination['prepare']): NodeSpec[] {
	const pending = { ...lead, content, state: 'pending', tries: 0, listed: false };
	return [
		{
			name: 'Run manually',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			name: 'When n8n starts or this is published',
			type: 'n8n-nodes-base.n8nTrigger',
			typeVersion: 1,
			position: [0, 180],
			parameters: { events: ['init', 'activate', 'update'] },
		},
		{
			name: 'Every night',
			type: 'n8n-nodes-base.scheduleTrigger',
			typeVersion: 1.2,
			position: [0, 360],
			parameters: { rule: { interval: [{ field: 'days', triggerAtHour: 3 }] } },
		},
		createTable('Create table if missing', [220, 180], table),
		...(prepare ? [prepare([440, 0])] : []),
		{
			name: 'Get many leads',
			type: 'n8n-nodes-agent-suite.agentSuite',
			typeVersion: 1,
			position: [440, 180],
			parameters: {
				resource: 'lead',
				operation: 'getAll',
				returnAll: true,
				filters: {},
				options: {},
			},
			executeOnce: true,
		},
		{
			name: 'When a lead is created or updated',
			type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
			typeVersion: 1,
			position: [440, 380],
			parameters: {
				pollTimes: { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] },
				event: 'leadCreatedOrUpdated',
				filters: {},
				options: {},
			},
		},
		unlessRow('Only unknown leads', [740, 60], table, [['leadKey', 'eq', leadKey]]),
		insertRow('Add as pending', [960, 60], table, {
			leadKey,
			...pending,
			nextTry: '',
			lastError: '',
			recordId: '',
		}),
		updateRows(
			'Set changed leads to pending',
			[740, 240],
			table,
			[
				['leadKey', 'eq', leadKey],
				['content', 'neq', content],
			],
			pending,
		),
	];
}

/** The nodes from waiting rows to the loop, and the message about stuck rows. */
function deliver(table: DataTable, title: string): NodeSpec[] {
	const stuck = "$('Get leads to list').all()";
	return [
		{
			name: 'Every 15 minutes',
			type: 'n8n-nodes-base.scheduleTrigger',
			typeVersion: 1.2,
			position: [440, 560],
			parameters: { rule: { interval: [{ field: 'minutes', minutesInterval: 15 }] } },
		},
		settings('Settings', [740, 460], {
			retryMinutes: 5,
			holdMinutes: 15,
			listAfterTries: 5,
			leadsPerRun: 500,
		}),
		getRows(
			'Get pending leads',
			[960, 460],
			table,
			[
				['state', 'eq', 'pending'],
				['nextTry', 'lte', '={{ $now.toUTC().toISO() }}'],
			],
			{ limit: '={{ $json.leadsPerRun }}', orderBy: 'nextTry' },
		),
		updateRows(
			'Reserve for this run',
			[1180, 460],
			table,
			[
				['id', 'eq', '={{ $json.id }}'],
				['nextTry', 'eq', '={{ $json.nextTry }}'],
			],
			{ nextTry: later(setting('holdMinutes')) },
		),
		{
			name: 'Loop Over Items',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			position: [1400, 460],
			parameters: { options: {} },
		},
		getRows(
			'Get leads to list',
			[1640, 160],
			table,
			[
				['state', 'eq', 'pending'],
				['tries', 'gte', `={{ ${setting('listAfterTries')} }}`],
				['listed', 'isFalse'],
			],
			{ orderBy: 'leadKey' },
		),
		{
			name: 'Send the list',
			type: 'n8n-nodes-base.emailSend',
			typeVersion: 2.1,
			position: [1860, 60],
			parameters: {
				fromEmail: 'n8n@example.com',
				toEmail: 'you@example.com',
				subject: `=Leads that did not reach ${title}: {{ ${stuck}.length }}`,
				emailFormat: 'text',
				text: `={{ ${stuck}.map(({ json }) => [[json.firstName, json.lastName].filter(Boolean).join(' '), json.email, json.phone, json.leadKey].filter(Boolean).join(', ') + '\\n  ' + json.lastError).join('\\n\\n') }}\n\nn8n keeps trying. Fix the lead or ${title}, and they arrive automatically.`,
				options: { appendAttribution: false },
			},
			executeOnce: true,
		},
		updateRows('Mark as listed', [1860, 260], table, [['id', 'eq', '={{ $json.id }}']], {
			listed: true,
		}),
	];
}

/** Without output, n8n would end the loop: no row meets the conditions if it was changed or deleted meanwhile. */
const inLoop = (node: NodeSpec): NodeSpec => ({ ...node, alwaysOutputData: true });

/** The nodes after those of the destination. */
function finish(table: DataTable, x: number, destination: Destination): NodeSpec[] {
	const { arrived: taken, recordId, reason } = destination;
	const minutes = `Math.min(60, ${setting('retryMinutes')} * 2 ** ${row}.tries)`;
	return [
		ifTrue(arrived, [x, 480], taken),
		inLoop(
			updateRows('Keep the record ID', [x + 220, 470], table, [thisRow], {
				recordId: `={{ String(${recordId}) }}`,
				nextTry: '',
			}),
		),
		inLoop(
			updateRows('Mark as delivered', [x + 440, 470], table, [thisRow, unchanged], {
				state: 'delivered',
				tries: 0,
				lastError: '',
				listed: false,
			}),
		),
		inLoop(
			updateRows(failed, [x + 220, 660], table, [thisRow, unchanged], {
				tries: `={{ ${row}.tries + 1 }}`,
				nextTry: later(minutes),
				lastError: `={{ String((${reason}) ?? 'No response').slice(0, 500) }}`,
				// A record that was deleted there is created again by the next try.
				recordId: `={{ /not (be )?found|archived/i.test(String(${reason})) ? '' : ${row}.recordId }}`,
			}),
		),
	];
}

function explained({ title, purpose, steps, remarks }: Destination): string {
	const common = [
		'Select your Agent Suite credential in **Get many leads** and **When a lead is created or updated**.',
		...steps,
		'Select your SMTP credential and enter both addresses in **Send the list**, or use Slack instead.',
		'Select **Execute workflow** on **Run manually** once. This creates the table and adds all existing leads.',
		'Publish the workflow. From then on, leads arrive within 5 minutes.',
	];
	const numbered = common.map((step, index) => `${index + 1}. ${step}`).join('\n');
	return `## Lead sync to ${title}\n${purpose}\n\n${numbered}\n\n${remarks} Each poll costs 5 tokens: 1,440 tokens a day when polling every 5 minutes.`;
}

/** The text of the recipe's file, before it is formatted. */
export function leadSync(destination: Destination): [path: string, text: string] {
	const { file, title, width, prepare, first } = destination;
	const table = waitingRoom(destination.table);
	const place = (column: number, line: number): [number, number] => [
		1640 + column * 220,
		480 + line * 180,
	];
	const end = 1640 + width * 220;
	const nodes = [
		note('What this does', [-40, -420], { width: 700, height: 360 }, explained(destination)),
		note(
			'How it works',
			[720, -420],
			{ width: 700, height: 360 },
			[
				'## How it works',
				`1. New and changed leads wait in the data table **${table.name}**.`,
				`2. Each lead is sent to ${title} separately, so one refused lead does not hold up the others.`,
				'3. A lead that did not arrive is retried after 5, 10, 20, 40, and then every 60 minutes.',
				'4. After 5 tries, you get one message that lists the lead with the reason.',
				'5. A lead that changes while it is being sent stays pending and is sent in its new state.',
				'',
				'Change these numbers in **Settings**.',
			].join('\n'),
			7,
		),
		...collect(table, prepare),
		...deliver(table, title),
		...destination.nodes(place),
		...finish(table, end, destination),
	];
	const toSources = ['Only unknown leads', 'Set changed leads to pending', 'Settings'];
	const prepared = prepare?.([0, 0]).name;
	const links: Link[] = [
		['Run manually', 'Create table if missing'],
		['When n8n starts or this is published', 'Create table if missing'],
		['Every night', 'Create table if missing'],
		...(prepared === undefined
			? ([['Create table if missing', 'Get many leads']] as Link[])
			: ([
					['Create table if missing', prepared],
					[prepared, 'Get many leads'],
				] as Link[])),
		...toSources.map((to): Link => ['Get many leads', to]),
		...toSources.map((to): Link => ['When a lead is created or updated', to]),
		['Only unknown leads', 'Add as pending'],
		['Every 15 minutes', 'Settings'],
		['Settings', 'Get pending leads'],
		['Get pending leads', 'Reserve for this run'],
		['Reserve for this run', 'Loop Over Items'],
		['Loop Over Items', 'Get leads to list', 0],
		['Loop Over Items', first, 1],
		['Get leads to list', 'Send the list'],
		['Get leads to list', 'Mark as listed'],
		...destination.links({ arrived, failed }),
		[arrived, 'Keep the record ID', 0],
		[arrived, failed, 1],
		['Keep the record ID', 'Mark as delivered'],
		['Mark as delivered', 'Loop Over Items'],
		[failed, 'Loop Over Items'],
	];
	const options = { executionOrder: 'v1', executionTimeout: 600 };
	const name = `Agent Suite: lead sync to ${title}`;
	return [`examples/${file}.json`, workflowText(file, name, nodes, links, options)];
}
