/**
 * The structure of every recipe with messages: a message is first stored in a data table,
 * then sent, then marked as sent. A schedule sends waiting messages, so an outage of the receiver loses none.
 */
import {
	createTable,
	getRows,
	insertRow,
	note,
	schedule,
	unlessRow,
	updateRows,
	type Condition,
	type DataTable,
} from '../nodes';
import { workflowText, type Link, type NodeSpec } from '../workflow';

export interface Outbox {
	/** The file below examples/, without `.json`. */
	file: string;
	/** The name of the workflow, after "Agent Suite: ". */
	name: string;
	/** The kind of message, in the singular: "email". */
	noun: string;
	/** The data table of the messages. No name can be part of another: n8n looks tables up by part of the name. */
	table: string;
	/** The nodes before the message. `write` reads the item of the last one. */
	start: NodeSpec[];
	/** Writes the messages, one item each. */
	write: NodeSpec;
	/** The fields of `write` that are stored. All are texts. */
	fields: string[];
	/** The field that identifies a message. A message with a known value is not sent. */
	once?: string;
	/** Sends the item. If that fails, its output does not contain `proof`. */
	send: NodeSpec;
	/** A field that only the response to a successful sending has. */
	proof: string;
	/** The first note: what it does and what to set. */
	about: string;
	/** The receiver that can refuse a message: "the mail server". */
	receiver: string;
}

/** Messages per run. With a timeout of two minutes each, they take less than the hour of `later`. */
const BATCH = 20;

/** How long a message stays reserved for a run, in case n8n is killed. */
const later = '={{ $now.toUTC().plus({ minutes: 60 }).toISO() }}';

const now = '={{ $now.toUTC().toISO() }}';

/** A placeholder, because the layout sets the position later. */
export const anywhere: [number, number] = [0, 0];

const step = 220;

/** Nodes side by side, from left to right. */
const row = (nodes: NodeSpec[], x: number, y: number): NodeSpec[] =>
	nodes.map((node, place) => ({ ...node, position: [x + place * step, y] }));

/** Each node connected to the next, by its first output. */
const chain = (nodes: NodeSpec[]): Link[] =>
	nodes.slice(0, -1).map(({ name }, place) => [name, nodes[place + 1].name]);

/** The nodes from the event to a waiting row. */
function keep(spec: Outbox, table: DataTable): NodeSpec[] {
	const { noun, start, write, fields, once } = spec;
	const written = (field: string) => `={{ $('${write.name}').item.json.${field} }}`;
	const create = createTable('Create table if missing', anywhere, table);
	const known: Condition[] = once ? [[once, 'eq', written(once)]] : [];
	return [
		...start,
		write,
		// One item each, which the next node traces back to the message.
		{ ...create, executeOnce: false },
		...(once ? [unlessRow(`Skip known ${noun}s`, anywhere, table, known)] : []),
		insertRow(`Keep ${noun}`, anywhere, table, {
			...Object.fromEntries(fields.map((field) => [field, written(field)])),
			status: 'waiting',
			tries: 0,
			notBefore: now,
			reason: '',
		}),
	];
}

/** The nodes from waiting rows to sent rows, and the report about the others. */
function deliver({ noun, send, proof }: Outbox, table: DataTable): NodeSpec[] {
	const take = `Take ${noun}`;
	const waiting: Condition = ['status', 'eq', 'waiting'];
	return [
		getRows(`Get waiting ${noun}s`, anywhere, table, [waiting, ['notBefore', 'lte', now]], {
			limit: BATCH,
			orderBy: 'notBefore',
		}),
		// If two runs take the same row, the second finds a different number of tries and gets no item.
		updateRows(
			take,
			anywhere,
			table,
			[['id', 'eq', '={{ $json.id }}'], ['tries', 'eq', '={{ $json.tries }}'], waiting],
			{ tries: '={{ $json.tries + 1 }}', notBefore: later },
		),
		{ ...send, onError: 'continueRegularOutput' },
		// A node with On Error set can return its input unsent, for example without a credential.
		updateRows('Note result', anywhere, table, [['id', 'eq', `={{ $('${take}').item.json.id }}`]], {
			status: `={{ $json.${proof} ? 'sent' : 'waiting' }}`,
			notBefore: now,
			reason: `={{ $json.${proof} ? '' : String($json.error ?? 'Not sent').slice(0, 500) }}`,
		}),
		{
			name: `Keep refused ${noun}s`,
			type: 'n8n-nodes-base.filter',
			typeVersion: 2.2,
			position: anywhere,
			parameters: {
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
					conditions: [
						{
							id: 'a6d9c7a2-58f1-4f0e-a0d5-5a6f3e1b9c02',
							leftValue: '={{ $json.status }}',
							rightValue: 'waiting',
							operator: { type: 'string', operation: 'equals' },
						},
					],
					combinator: 'and',
				},
				options: {},
			},
		},
		{
			name: 'Report refusal',
			type: 'n8n-nodes-base.stopAndError',
			typeVersion: 1,
			position: anywhere,
			parameters: {
				errorMessage: `={{ $input.all().length }} waiting in the data table '${table.name}': {{ $json.reason }}`,
			},
			executeOnce: true,
		},
	];
}

/** The height of a note with this text and width, so that no line is clipped and little space stays empty. */
function noteHeight(content: string, width: number): number {
	const heights = content.split('\n').map((line) => {
		if (line === '') return 10;
		if (line.startsWith('#')) return 36;
		return Math.ceil((line.replaceAll('**', '').length * 6.9) / (width - 50)) * 20;
	});
	return Math.ceil((heights.reduce((sum, height) => sum + height, 0) + 36) / 20) * 20;
}

function notes({ noun, table, receiver, about }: Outbox): NodeSpec[] {
	const outage = [
		`## When ${receiver} is down`,
		`The data table **${table}** keeps every ${noun} until ${receiver} accepts it. **Every 15 minutes** starts another attempt, which costs no tokens.`,
		'',
		`A refused ${noun} stays in the table, and the execution fails with the reason. To discard the ${noun}, delete its row.`,
	].join('\n');
	const height = Math.max(noteHeight(about, 620), noteHeight(outage, 500));
	return [
		note('What this does', [-80, -40 - height], { width: 620, height }, about),
		note('In an outage', [560, -40 - height], { width: 500, height }, outage, 7),
	];
}

/** The text of the recipe's file, before it is formatted. */
export function outbox(spec: Outbox): [path: string, text: string] {
	const { file, name, fields } = spec;
	const table: DataTable = {
		name: spec.table,
		columns: {
			...Object.fromEntries(fields.map((field): [string, 'string'] => [field, 'string'])),
			status: 'string',
			tries: 'number',
			notBefore: 'string',
			reason: 'string',
		},
	};
	const first = keep(spec, table);
	const clock = [
		schedule('Every 15 minutes', anywhere, { field: 'minutes', minutesInterval: 15 }),
		createTable('Create table', anywhere, table),
	];
	const last = deliver(spec, table);
	const merge = first.length * step;
	const nodes = [
		...notes(spec),
		...row(first, 0, 0),
		...row(clock, merge - clock.length * step, 200),
		...row(last, merge, 100),
	];
	const links = [...chain([...first, last[0]]), ...chain([...clock, last[0]]), ...chain(last)];
	const settings = { executionOrder: 'v1' };
	const text = workflowText(file, `Agent Suite: ${name}`, nodes, links, settings);
	return [`examples/${file}.json`, text];
}
