/** Reads n8n's data tables, through the API of its editor. */
import type { Rest } from './rest';

/** Columns that n8n adds to every row. */
export interface Row {
	id: number;
	createdAt: string;
	updatedAt: string;
}

/** The path of a table of the signed-in user, or undefined if there is no table with that name. */
export async function tablePath(rest: Rest, name: string): Promise<string | undefined> {
	const project = await rest.get<{ id: string }>('/rest/projects/personal');
	const tables = `/rest/projects/${project.id}/data-tables`;
	const filter = encodeURIComponent(JSON.stringify({ name }));
	const found = await rest.get<{ data: Array<{ id: string; name: string }> }>(
		`${tables}?filter=${filter}`,
	);
	const table = found.data.find((entry) => entry.name === name);
	return table && `${tables}/${table.id}`;
}

/** The page of a table in the editor, or that of all tables if there is no table with that name. */
export async function tablePage(rest: Rest, name: string): Promise<string> {
	const path = await tablePath(rest, name);
	const [, project, table] = /projects\/([^/]+)\/data-tables\/([^/]+)$/.exec(path ?? '') ?? [];
	return table === undefined ? '/home/datatables' : `/projects/${project}/datatables/${table}`;
}

/** All rows of a table, or none if the table does not exist. */
export async function readTable<T extends Row>(rest: Rest, name: string): Promise<T[]> {
	const path = await tablePath(rest, name);
	if (path === undefined) return [];
	const rows: T[] = [];
	for (;;) {
		const page = await rest.get<{ count: number; data: T[] }>(
			`${path}/rows?take=250&skip=${rows.length}`,
		);
		for (const row of page.data) rows.push(row);
		if (page.data.length === 0 || rows.length >= page.count) return rows;
	}
}
