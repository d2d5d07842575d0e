import { Refusal, StandIn, type StandInRequest, type StandInResponse } from './standIn';

interface RichText {
	text?: { content: string };
}

type Property = Partial<Record<'title' | 'rich_text', RichText[]>>;

interface Page {
	object: 'page';
	id: string;
	properties: Record<string, Property & { id: string; type: string }>;
}

const texts = ['Lead Key', 'First Name', 'Last Name', 'Email', 'Phone', 'Status'];

/**
 * The pages of one data source of Notion.
 * - https://developers.notion.com/reference/post-page
 * - https://developers.notion.com/reference/query-a-data-source
 */
export class Notion extends StandIn {
	readonly host = 'api.notion.com';

	readonly token = 'ntn_of_this_test';
	readonly dataSource = '11111111-2222-4333-8444-555555555555';

	/** Most characters in a text: https://developers.notion.com/reference/request-limits */
	limit = 2000;

	readonly pages = new Map<string, Page>();

	/** The text of a property of a page. */
	textOf(page: Page, name: string): string {
		const { title, rich_text: text } = page.properties[name] ?? {};
		return (title ?? text ?? []).map((part) => part.text?.content ?? '').join('');
	}

	protected handle(request: StandInRequest): StandInResponse | undefined {
		const { method, path } = request;
		const source = `/v1/data_sources/${this.dataSource}`;
		if (method === 'GET' && path === source) return this.schema();
		if (method === 'POST' && path === `${source}/query`) return this.query(request);
		if (method === 'POST' && path === '/v1/pages') return this.write(undefined, request);
		const id = /^\/v1\/pages\/([0-9a-f-]+)$/.exec(path)?.[1];
		const page = [...this.pages.values()].find((entry) => plain(entry.id) === plain(id ?? ''));
		if (method === 'PATCH' && page) return this.write(page, request);
		return undefined;
	}

	private schema(): StandInResponse {
		const types = [['Name', 'title'], ...texts.map((name) => [name, 'rich_text'])];
		const properties = types.map(([name, type]) => [name, { id: name, name, type, [type]: {} }]);
		const json = { object: 'data_source', id: this.dataSource };
		return { status: 200, json: { ...json, properties: Object.fromEntries(properties) as object } };
	}

	private query(request: StandInRequest): StandInResponse {
		const { filter } = request.body as {
			filter: { property: string; rich_text: { equals: string } };
		};
		const results = [...this.pages.values()].filter(
			(page) => this.textOf(page, filter.property) === filter.rich_text.equals,
		);
		return {
			status: 200,
			json: { object: 'list', results, has_more: false, next_cursor: null },
		};
	}

	private write(known: Page | undefined, request: StandInRequest): StandInResponse {
		const { properties } = request.body as { properties: Record<string, Property> };
		for (const [name, { title, rich_text: text }] of Object.entries(properties)) {
			if (!['Name', ...texts].includes(name)) {
				throw refusal(400, 'validation_error', `${name} is not a property that exists.`);
			}
			for (const part of title ?? text ?? []) {
				const { length } = part.text?.content ?? '';
				if (length <= this.limit) continue;
				const place = `body.properties.${name}.${title ? 'title' : 'rich_text'}[0].text.content`;
				throw refusal(
					400,
					'validation_error',
					`body failed validation: ${place}.length should be ≤ \`${this.limit}\`, instead was \`${length}\`.`,
				);
			}
		}
		const number = String(this.nextNumber()).padStart(12, '0');
		const page = known ?? {
			object: 'page' as const,
			id: `aaaaaaaa-bbbb-4ccc-8ddd-${number}`,
			properties: {},
		};
		for (const [name, value] of Object.entries(properties)) {
			const type = value.title ? 'title' : 'rich_text';
			page.properties[name] = { id: name, type, ...value };
		}
		this.pages.set(page.id, page);
		return { status: 200, json: page };
	}
}

const plain = (id: string) => id.replaceAll('-', '');

function refusal(status: number, code: string, message: string): Refusal {
	return new Refusal(status, { object: 'error', status, code, message });
}
