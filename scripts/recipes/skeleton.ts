/**
 * The structure of every lead sync. Leads wait in a data table of n8n until the destination has accepted them.
 * Recipes differ only in the nodes between "Loop Over Items" and "Did it arrive?".
 */
import { ifTrue, note, updateRows, type Condition, type DataTable } from './nodes';
import { collect, deliver, later, list, setting, waitingRoom } from './waiting';
import { workflowText, type Link, type NodeSpec } from './workflow';

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

const arrived = 'Did it arrive?';
const failed = 'Note the reason';

const thisRow: Condition = ['id', 'eq', `={{ ${row}.id }}`];
const unchanged: Condition = ['content', 'eq', `={{ ${row}.content }}`];

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
				'4. After 5 tries, the next hourly message lists the lead once, with the reason.',
				'5. A lead that changes while it is being sent stays pending and is sent in its new state.',
				'',
				'Change the times in **Settings**, and the 5 tries in **Get leads to list**.',
			].join('\n'),
			7,
		),
		...collect(table, prepare),
		...deliver(table),
		...list(table, title),
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
		['Loop Over Items', first, 1],
		['Every hour', 'Get leads to list'],
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
