/** The nodes that all lead syncs share: from the leads to waiting rows, from those to the loop, and the list. */
import {
	createTable,
	getRows,
	insertRow,
	schedule,
	settings,
	unlessRow,
	updateRows,
	type DataTable,
} from './nodes';
import type { NodeSpec, Parameters } from './workflow';

export const fields = ['firstName', 'lastName', 'email', 'phone', 'status'] as const;

/** The columns of a lead in a data table. */
export const leadColumns: DataTable['columns'] = Object.fromEntries(
	['leadKey', ...fields].map((field) => [field, 'string']),
);

/** The data table in which leads wait. */
export function waitingRoom(name: string): DataTable {
	return {
		name,
		columns: {
			...leadColumns,
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

/** The time in some minutes, as an expression. `minutes` is one too. */
export const later = (minutes: string) =>
	`={{ $now.toUTC().plus({ minutes: ${minutes} }).toISO() }}`;

/** A number of "Settings". */
export const setting = (name: string) => `$('Settings').first().json.${name}`;

const content = `={{ JSON.stringify([${fields.map((field) => `$json.${field}`).join(', ')}]) }}`;
const lead: Parameters = Object.fromEntries(
	fields.map((field) => [field, `={{ $json.${field} ?? '' }}`]),
);
const leadKey = '={{ $json.leadKey }}';

/** The nodes from the leads to waiting rows. */
export function collect(
	table: DataTable,
	prepare?: (position: [number, number]) => NodeSpec,
): NodeSpec[] {
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
		// Not in the minute of a poll, so that it does not overwrite what the poll has just read.
		schedule('Every night', [0, 360], { field: 'days', triggerAtHour: 3, triggerAtMinute: 2 }),
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

/** The nodes from waiting rows to the loop. */
export function deliver(table: DataTable): NodeSpec[] {
	return [
		schedule('Every 15 minutes', [440, 560], { field: 'minutes', minutesInterval: 15 }),
		settings('Settings', [740, 460], { retryMinutes: 5, holdMinutes: 15, leadsPerRun: 500 }),
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
	];
}

/**
 * The message about leads that did not arrive. It has its own executions, so neither a destination that never responds
 * nor a mail server that never responds holds up the other.
 */
export function list(table: DataTable, title: string): NodeSpec[] {
	const stuck = "$('Get leads to list').all()";
	return [
		schedule('Every hour', [440, 800], { field: 'hours', triggerAtMinute: 2 }),
		getRows(
			'Get leads to list',
			[740, 800],
			table,
			[
				['state', 'eq', 'pending'],
				['tries', 'gte', '5'],
				['listed', 'isFalse'],
			],
			{ orderBy: 'leadKey' },
		),
		{
			name: 'Send the list',
			type: 'n8n-nodes-base.emailSend',
			typeVersion: 2.1,
			position: [960, 700],
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
		updateRows(
			'Mark as listed',
			[960, 880],
			table,
			[
				['id', 'eq', '={{ $json.id }}'],
				['content', 'eq', '={{ $json.content }}'],
			],
			{ listed: true },
		),
	];
}
