import type { IDataObject } from 'n8n-workflow';

import { choiceValues, unsetValue, type Field } from '../../../nodes/AgentSuite/model/field';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import { searchedRecords } from '../../../nodes/AgentSuite/action/searchedResponse';
import { prepare } from '../../../nodes/AgentSuite/transport/request';
import { isRecord } from '../../../nodes/AgentSuite/records/record';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { useService, working } from '../../support/service';

const service = useService({ leadCount: 60, articleCount: 60 });

const names = (leads: IDataObject[]) => leads.map(({ firstName }) => firstName);

const lists = Object.values(table)
	.filter(({ response }) => response.kind === 'list')
	.map((operation) => ({ id: operation.id, operation }));

/** What the service lists, as filters search it. */
async function listed(operation: Operation) {
	const { tokens } = service.sandbox;
	const defaults = operation.fields.map((field) => [field.name, unsetValue(field)]);
	const parameters = { ...Object.fromEntries(defaults), options: {}, ...working[operation.id] };
	const { url } = prepare(operation, service.sandbox.url, parameters);
	const headers = { authorization: `Bearer ${tokens.admin}` };
	const response = await fetch(url, { headers });
	if (!response.ok)
		throw new Error(
			`The sandbox refuses ${operation.id} with the placeholders of its fields: ${await response.text()}`,
		);
	const records = operation.readRecords(await response.json());
	return searchedRecords(records, operation, parameters);
}

/** The values in a record, and in the objects in it. */
const valuesIn = (record: IDataObject): unknown[] =>
	Object.values(record).flatMap((value) => (isRecord(value) ? valuesIn(value) : [value]));

/** What could be asked for: both values of a switch, each choice of a menu, or a text of a record. */
function valuesFor(field: Field, records: IDataObject[]): unknown[] {
	if (field.type === 'boolean') return [true, false];
	if (field.type === 'options') return choiceValues(field);
	if (field.options) return choiceValues(field).map((value) => [value]);
	return records.flatMap(valuesIn).filter((value) => typeof value === 'string');
}

describe.each(lists)('$id', ({ id, operation }) => {
	let total: number;
	beforeAll(async () => {
		total = (await listed(operation)).length;
	});

	const count = async (page: IDataObject) =>
		(await service.run(id, { ...working[id], ...page })).json.length;

	test('returns 50 records by default, as many as the limit, from the start, or all', async () => {
		expect(await count({})).toBe(Math.min(50, total));
		expect(await count({ limit: 1000 })).toBe(total);
		expect(await count({ returnAll: true, limit: 1 })).toBe(total);
		const { json } = await service.run(id, { ...working[id], limit: '2' });
		const all = await service.run(id, { ...working[id], returnAll: 'true' });
		expect(json).toEqual(all.json.slice(0, 2));
	});

	test('contains no secret of the service', async () => {
		const { run } = await service.run(id, { ...working[id], returnAll: true, simplify: false });
		const stored = JSON.stringify(run);
		expect(service.sandbox.secrets.length).toBeGreaterThan(5);
		for (const secret of service.sandbox.secrets) expect(stored).not.toContain(secret);
	});
});

const filters = lists.flatMap(({ id, operation }) =>
	operation.filters.map((filter) => ({ id, name: filter.field.name, operation, filter })),
);

// A filter of a misspelled field finds nothing, and nothing else would notice.
test.each(filters)(
	'$id: the filter $name finds some of the records',
	async ({ id, name, operation, filter: { field, search } }) => {
		// All others are published.
		service.sandbox.addArticle({ link: '', title: 'A draft' });
		const records = await listed(operation);
		const find = search(records);
		const findsSome = (value: unknown) => ![0, records.length].includes(find(value).length);
		const values = valuesFor(field, records);
		const isChosen = field.type === 'boolean' || field.options !== undefined;
		const wrong = values.filter((value) => !findsSome(value));
		if (isChosen ? wrong.length > 0 : wrong.length === values.length)
			throw new Error(
				`${id}: the filter '${name}' finds none or all of the records in sandbox/seed.ts for ${wrong.join(', ')}. Check the name of its field, and that some records have each choice of a menu, but not all.`,
			);
	},
);

describe('leads', () => {
	const filtered = async (filters: IDataObject, page: IDataObject = { returnAll: true }) =>
		(await service.run('lead.getAll', { ...page, filters })).json;

	test('start with the key and the person, then keep the order of the service', async () => {
		const order = ['firstName', 'lastName', 'email', 'phone', 'status'];
		const rest = ['agentConversationId', 'clientOrgId'];
		const [listed] = await filtered({});
		expect(Object.keys(listed)).toEqual(['leadKey', ...order, ...rest]);
		const { json } = await service.run('lead.get', working['lead.get']);
		expect(Object.keys(json[0])).toEqual(['leadId', ...order, ...rest]);
	});

	test('the limit applies after the filters', async () => {
		const leads = await filtered({ status: ['interested'] }, { limit: 2 });
		expect(names(leads)).toEqual(['Diego', 'Rahul']);
	});

	test('by email, with any case and any spaces around it', async () => {
		const leads = await filtered({ email: ' DIEGO.Fuentes@example.com ' });
		expect(names(leads)).toEqual(['Diego']);
		expect(await filtered({ email: 'fuentes@example.com' })).toEqual([]);
		service.sandbox.updateLead(service.sandbox.leadIds[1].id, { email: ' Diego@example.com ' });
		expect(names(await filtered({ email: 'diego@example.com' }))).toEqual(['Diego']);
	});

	test('by phone, with any characters between the digits, and + or 00 before them', async () => {
		const { id } = service.sandbox.leadIds[1];
		service.sandbox.updateLead(id, { phone: '+49 30 / 1234-5' });
		expect(names(await filtered({ phone: '+49 (30) 12345' }))).toEqual(['Diego']);
		expect(names(await filtered({ phone: '0049 30 12345' }))).toEqual(['Diego']);
	});

	test('by an invalid phone number: no lead, not even one without a number', async () => {
		service.sandbox.updateLead(service.sandbox.leadIds[1].id, { phone: '' });
		expect(await filtered({ phone: 'unknown' })).toEqual([]);
	});

	test('all filters must match', async () => {
		const email = 'diego.fuentes@example.com';
		expect(await filtered({ email, status: ['contacted'] })).toEqual([]);
		expect(names(await filtered({ email, status: [] }))).toEqual(['Diego']);
	});
});

describe('articles', () => {
	const titles = async (filters: IDataObject) =>
		(await service.run('article.getAll', { returnAll: true, filters })).json.map(
			({ title }) => title,
		);

	test.each([true, false])('by words of the platform, simplified: %j', async (simplify) => {
		const of = async (platform: string) =>
			(await service.run('article.getAll', { simplify, filters: { platform } })).json;
		const names = (await of('SHOP bright')).map((article) =>
			simplify ? article.platformName : (article.platform as IDataObject).name,
		);
		expect(new Set(names)).toEqual(new Set(['Brightwater Shop']));
		expect(await of('nowhere')).toEqual([]);
		expect(await of('')).toEqual([]);
	});

	test('by words of the title, in any order', async () => {
		const [shower] = await titles({ title: 'RAIN descale' });
		expect(shower).toMatch(/descale a rain shower/);
		expect(await titles({ title: 'rain nowhere' })).toEqual([]);
	});

	test('published or not, which is whether they have a link', async () => {
		service.sandbox.addArticle({ link: '', title: 'A draft' });
		const [all, published, drafts] = [
			await titles({}),
			await titles({ published: true }),
			await titles({ published: false }),
		];
		expect(drafts).toContain('A draft');
		expect(published).not.toContain('A draft');
		expect(published.length + drafts.length).toBe(all.length);
		expect(await titles({ published: false, title: 'draft' })).toEqual(['A draft']);
	});
});

describe('platforms', () => {
	const ids = async (parameters: IDataObject) =>
		(await service.run('seoPlatform.getAll', parameters)).json.map(({ id }) => id);

	test('by type, and those with an invalid configuration', async () => {
		expect(await ids({ filters: { type: ' WordPress' } })).toEqual(['plat_blog', 'plat_landing']);
		expect(await ids({ filters: { invalid: true } })).toEqual(['plat_landing']);
		expect(await ids({ filters: { invalid: true, type: 'wix' } })).toEqual([]);
		expect(await ids({ filters: { invalid: false } })).toHaveLength(2);
	});

	test('come with their configuration only if asked for', async () => {
		const plain = await service.run('seoPlatform.getAll');
		expect(plain.json[1]).toEqual({
			id: 'plat_shop',
			name: 'Brightwater Shop',
			type: 'wix',
			clientOrgId: 'org_brightwater',
			invalidConfig: false,
		});
		const options = { includeSecrets: true };
		const full = await service.run('seoPlatform.getAll', { options });
		expect(full.json[1].config).toEqual({ siteId: 'b1f0c8e2-shop', apiKey: 'SECRET-wix-3e70b25a' });
	});
});

describe('articles', () => {
	const first = async (parameters: IDataObject) =>
		(await service.run('article.getBySeoJob', { seoJobId: 'seo_job_4502', ...parameters })).json[0];

	const article = {
		id: 'art_1206',
		clientOrgId: 'org_brightwater',
		seoJobId: 'seo_job_4502',
		title: 'How to descale a rain shower in ten minutes',
		content: expect.stringContaining('<h1>How to descale') as string,
		link: 'https://journal.brightwater.example.com/how-to-descale-a-rain-shower-in-ten-minutes',
		postId: '1206',
	};
	const platform = {
		id: 'plat_blog',
		name: 'Brightwater Journal',
		type: 'wordpress',
		clientOrgId: 'org_brightwater',
		invalidConfig: false,
	};

	test('are simplified', async () => {
		const simple = {
			...article,
			platformId: 'plat_blog',
			platformName: 'Brightwater Journal',
			platformType: 'wordpress',
		};
		expect(await first({})).toEqual(simple);
		const { platformConfig, ...rest } = await first({ options: { includeSecrets: true } });
		expect(rest).toEqual(simple);
		expect(platformConfig).toMatchObject({ username: 'publisher' });
	});

	test('or as they are, with their platform, but not with its configuration', async () => {
		expect(await first({ simplify: false })).toEqual({ ...article, platform });
		const names = async (simplify: boolean) => Object.keys(await first({ simplify }));
		// In the order in which a user reads it, or in that of the service.
		expect((await names(true)).slice(0, 3)).toEqual(['title', 'link', 'platformName']);
		expect((await names(true)).at(-1)).toBe('content');
		expect(await names(false)).toEqual([...Object.keys(article), 'platform']);
	});
});
