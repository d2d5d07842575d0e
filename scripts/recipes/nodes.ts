/** n8n's own nodes, as the recipes use them. */
import type { NodeSpec, Parameters } from './workflow';

type Position = [x: number, y: number];

export type ColumnType = 'string' | 'number' | 'boolean';

/** A data table: its name, and its columns with their types. */
export interface DataTable {
	name: string;
	columns: Record<string, ColumnType>;
}

/** Column, condition, value. A condition such as `isFalse` has no value. */
export type Condition = [column: string, condition: string, value?: unknown];

function filterOf(conditions: Condition[]): Parameters {
	return {
		matchType: 'allConditions',
		filters: {
			conditions: conditions.map(([keyName, condition, keyValue]) => ({
				keyName,
				condition,
				...(keyValue !== undefined && { keyValue }),
			})),
		},
	};
}

function valuesOf(table: DataTable, values: Parameters): Parameters {
	const schema = Object.keys(values).map((column) => ({
		id: column,
		displayName: column,
		required: false,
		defaultMatch: false,
		display: true,
		type: table.columns[column],
		canBeUsedToMatch: true,
	}));
	return {
		columns: {
			mappingMode: 'defineBelow',
			value: values,
			matchingColumns: [],
			schema,
			attemptToConvertTypes: false,
			convertFieldsToString: false,
		},
	};
}

function rows(
	name: string,
	position: Position,
	table: DataTable,
	operation: string,
	more: Parameters,
): NodeSpec {
	return {
		name,
		type: 'n8n-nodes-base.dataTable',
		typeVersion: 1.1,
		position,
		parameters: {
			resource: 'row',
			operation,
			dataTableId: { __rl: true, mode: 'name', value: table.name },
			...more,
		},
	};
}

/** Creates the table if it does not exist. */
export function createTable(name: string, position: Position, table: DataTable): NodeSpec {
	const column = Object.entries(table.columns).map(([title, type]) => ({ name: title, type }));
	return {
		name,
		type: 'n8n-nodes-base.dataTable',
		typeVersion: 1.1,
		position,
		parameters: {
			resource: 'table',
			operation: 'create',
			tableName: table.name,
			columns: { column },
			options: { createIfNotExists: true },
		},
		executeOnce: true,
	};
}

/** Passes the items without such a row. */
export function unlessRow(
	name: string,
	position: Position,
	table: DataTable,
	conditions: Condition[],
): NodeSpec {
	return rows(name, position, table, 'rowNotExists', filterOf(conditions));
}

/** Adds a row for each item. */
export function insertRow(
	name: string,
	position: Position,
	table: DataTable,
	values: Parameters,
): NodeSpec {
	return rows(name, position, table, 'insert', { ...valuesOf(table, values), options: {} });
}

const changeRows =
	(operation: 'update' | 'upsert') =>
	(
		name: string,
		position: Position,
		table: DataTable,
		conditions: Condition[],
		values: Parameters,
	): NodeSpec => {
		const more = { ...filterOf(conditions), ...valuesOf(table, values), options: {} };
		return rows(name, position, table, operation, more);
	};

/** Changes the rows that meet the conditions, and returns them. */
export const updateRows = changeRows('update');

/** Changes the row that meets the conditions, or adds it. */
export const upsertRow = changeRows('upsert');

/** The rows that meet the conditions, the lowest of a column first. */
export function getRows(
	name: string,
	position: Position,
	table: DataTable,
	conditions: Condition[],
	{ limit, orderBy }: { limit?: unknown; orderBy: string },
): NodeSpec {
	const many = limit === undefined ? { returnAll: true } : { returnAll: false, limit };
	const order = { orderBy: true, orderByColumn: orderBy, orderByDirection: 'ASC' };
	const node = rows(name, position, table, 'get', { ...filterOf(conditions), ...many, ...order });
	return { ...node, executeOnce: true };
}

/** Two outputs: the first for items for which the expression is true. */
export function ifTrue(name: string, position: Position, expression: string): NodeSpec {
	return {
		name,
		type: 'n8n-nodes-base.if',
		typeVersion: 2.2,
		position,
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				conditions: [
					{
						id: 'a6d9c7a2-58f1-4f0e-a0d5-5a6f3e1b9c01',
						leftValue: `={{ ${expression} }}`,
						rightValue: '',
						operator: { type: 'boolean', operation: 'true', singleValue: true },
					},
				],
				combinator: 'and',
			},
			options: {},
		},
	};
}

/** One item with these numbers, for any input. */
export function settings(
	name: string,
	position: Position,
	values: Record<string, number>,
): NodeSpec {
	const assignments = Object.entries(values).map(([title, value]) => ({
		id: title,
		name: title,
		value,
		type: 'number',
	}));
	return {
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position,
		parameters: { assignments: { assignments }, options: {} },
		executeOnce: true,
	};
}

export function note(
	name: string,
	position: Position,
	size: { width: number; height: number },
	content: string,
	color = 4,
): NodeSpec {
	const parameters = { content, ...size, color };
	return { name, type: 'n8n-nodes-base.stickyNote', typeVersion: 1, position, parameters };
}

/**
 * A request of n8n's HTTP Request node with the credential of a service. Returns refusals as status and body.
 * Ends after 30 s: without a timeout, two requests take up the 10 minutes of a run.
 */
export function httpRequest(
	name: string,
	position: Position,
	credentialType: string,
	request: { method: string; url: string; jsonBody: string },
): NodeSpec {
	const { method, url, jsonBody } = request;
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position,
		parameters: {
			method,
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			options: {
				timeout: 30_000,
				response: { response: { fullResponse: true, neverError: true } },
			},
		},
		onError: 'continueErrorOutput',
	};
}

/** Sets fields to expressions or texts, for each input item. */
export function setTexts(
	name: string,
	position: Position,
	values: Record<string, string>,
	executeOnce = false,
): NodeSpec {
	const assignments = Object.entries(values).map(([title, value]) => ({
		id: title,
		name: title,
		value,
		type: 'string',
	}));
	return {
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position,
		parameters: { assignments: { assignments }, options: {} },
		...(executeOnce && { executeOnce }),
	};
}

export function schedule(name: string, position: Position, interval: Parameters): NodeSpec {
	return {
		name,
		type: 'n8n-nodes-base.scheduleTrigger',
		typeVersion: 1.2,
		position,
		parameters: { rule: { interval: [interval] } },
	};
}

/** Our trigger, with its poll times and event. */
export function poll(
	name: string,
	position: Position,
	pollTime: Parameters,
	parameters: Parameters,
): NodeSpec {
	return {
		name,
		type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
		typeVersion: 1,
		position,
		parameters: { pollTimes: { item: [pollTime] }, ...parameters, options: {} },
	};
}
