import { AgentSuite } from '../../../nodes/AgentSuite/AgentSuite.node';
import { runInNewContext } from 'node:vm';

import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import * as described from '../../../nodes/AgentSuite/description/describeNode';
import { fieldsOfOperation, optionsOf } from '../../../nodes/AgentSuite/fields/operationFields';
import { nodeHint } from '../../../nodes/AgentSuite/description/builderHint';
import {
	articleGetBySeoJob,
	billingGetTokenBalance,
	snippetUpdate,
	leadGet,
	leadGetAll,
	seoPlatformCreate,
	seoPlatformGetAll,
	whatsAppSetFirstMessage,
} from '../../../nodes/AgentSuite/resources/operations';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import type { Field } from '../../../nodes/AgentSuite/model/field';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';

const { subtitle } = described;
const operations = Object.values(table);

const describeNode = (of: Operation[]) => described.describeNode(of, of[0].resource);

/** The operation that is selected when its resource is. */
const selected = (of: Operation[]) =>
	describeNode(of).find(({ name }) => name === 'operation')?.default;

test('the selected operation of a resource is the one that this names, whatever others are added', () => {
	const added = { ...leadGet, name: 'Add', value: 'add' };
	expect(selected([added, leadGet, leadGetAll])).toBe('getAll');
	expect(selected([leadGet, leadGetAll, added])).toBe('getAll');
});

describe('the menus', () => {
	// In another order than the table, which is sorted.
	const properties = describeNode(operations.toReversed());
	const sorted = (names: string[]) => names.toSorted((a, b) => a.localeCompare(b, 'en'));
	const namesIn = ({ options = [] }: INodeProperties) => options.map(({ name }) => name);

	test('list each resource once, sorted, and start with leads', () => {
		const [resources] = properties;
		const names = new Set(operations.map(({ resource }) => resource.name));
		expect(namesIn(resources)).toEqual(sorted([...names]));
		expect(new AgentSuite().description.properties[0].default).toBe('lead');
	});

	test('list the operations of their resource, sorted, with their costs', () => {
		const menus = properties.filter(({ name }) => name === 'operation');
		const found = menus.flatMap((menu) => {
			expect(namesIn(menu)).toEqual(sorted(namesIn(menu)));
			const [resource] = menu.displayOptions?.show?.resource ?? [];
			const entries = (menu.options ?? []) as INodePropertyOptions[];
			return entries.map(({ value, description }) => [`${resource}.${value}`, description]);
		});
		const costOf = (tokens: number) => (tokens === 1 ? '1 token' : `${tokens} tokens`);
		const expected = operations.map(({ id, description, tokens }) => [
			id,
			`${description} (${costOf(tokens)})`,
		]);
		expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
	});

	test('the options of an operation are sorted', () => {
		const [timeout] = optionsOf(leadGet, 'model').slice(-1);
		const last = { ...timeout, displayName: 'Zone', name: 'zone' };
		const operation = { ...seoPlatformGetAll, options: [last] };
		const collection = describeNode([operation]).find(({ name }) => name === 'options');
		const names = (collection?.options as Field[]).map(({ displayName }) => displayName);
		expect(names).toContain('Include Secrets');
		expect(names).toEqual(sorted(names));
	});

	test('the subtitle has the titles of the saved values', () => {
		const expression = subtitle(operations).slice('={{'.length, -'}}'.length);
		const titleOf = (resource: string, operation: string): unknown =>
			runInNewContext(expression, { $parameter: { resource, operation } });
		expect(titleOf('lead', 'getAll')).toBe('Get Many: Lead');
		expect(titleOf('article', 'getAll')).toBe('Get Many: Article');
	});
});

test('a list shows its fields in their order, how many to return before what is optional, and its filters last', () => {
	const { fields } = articleGetBySeoJob;
	const { filters } = leadGetAll;
	const shown = (declared: readonly Field[]) =>
		fieldsOfOperation({ ...articleGetBySeoJob, fields: declared, filters }).map(({ name }) => name);
	expect(shown(fields)).toEqual(['seoJobId', 'returnAll', 'limit', 'simplify', 'filters']);
	// It stays below the field that shows it.
	const shownBySimplify = { displayOptions: { show: { simplify: [false] } } };
	const last = { ...fields[0], ...shownBySimplify, name: 'last' };
	const names = ['seoJobId', 'returnAll', 'limit', 'simplify', 'last', 'filters'];
	expect(shown([...fields, last])).toEqual(names);
	expect(shown(fields.slice(0, 1)).slice(0, 3)).toEqual(names.slice(0, 3));
});

test('Limit is hidden where all results are returned', () => {
	const properties = describeNode([leadGetAll]);
	const limit = properties.find(({ name }) => name === 'limit')!;
	const isShown = (returnAll: boolean) => {
		const values = { resource: 'lead', operation: 'getAll', returnAll };
		return NodeHelpers.displayParameter(values, limit, null, null);
	};
	expect([isShown(false), isShown(true)]).toEqual([true, false]);
});

test('the hint for workflow builders names each cost once, and each write', () => {
	const some = [leadGet, snippetUpdate, seoPlatformCreate, whatsAppSetFirstMessage];
	const { searchHint } = nodeHint([...some, billingGetTokenBalance]);
	expect(searchHint).toContain('spends 1 or 5 tokens of');
	expect(searchHint).toContain(
		'Snippet: Update, SEO Platform: Create, and WhatsApp: Set First Message change the account',
	);
});

test('it says the same of one write, and nothing of none', () => {
	expect(nodeHint([leadGet, snippetUpdate]).searchHint).toMatch(
		/ again\. Snippet: Update changes the account, and n8n keeps no copy of what was there\.$/,
	);
	expect(nodeHint([leadGet]).searchHint).toMatch(/ n8n can run an execution again\.$/);
});

test('connection settings can be included, and the API key of the account cannot', () => {
	const withOption = operations.filter((operation) =>
		optionsOf(operation, 'model').some(({ name }) => name === 'includeSecrets'),
	);
	const withConfig = operations.filter(({ response: { secrets } }) =>
		secrets?.paths.some((path) => /config$/.test(path)),
	);
	expect(withOption).toEqual(withConfig);
	expect(withOption.length).toBeGreaterThan(0);
	expect(billingGetTokenBalance.response.secrets).toEqual({ paths: ['apiKey'] });
});

describe('notices of a tool', () => {
	const properties = describeNode(operations);
	/** The names of the notices that n8n shows for these parameters, in their order. */
	const shown = (parameters: INodeParameters, isTool = true) => {
		const { description } = new AgentSuite();
		const name = `${description.name}${isTool ? 'Tool' : ''}`;
		return properties
			.filter(({ type }) => type === 'notice')
			.filter((notice) =>
				NodeHelpers.displayParameter(parameters, notice, null, { ...description, name }),
			)
			.map(({ name }) => name);
	};

	test('come after that of the operation, and ask for an approval of what writes', () => {
		for (const { resource, value: operation, effect, notice } of operations) {
			const selected = { resource: resource.value, operation, options: {} };
			const own = notice === undefined ? [] : ['notice'];
			const approval = effect === 'read' ? [] : ['approvalNotice'];
			const names = shown({ ...selected, filters: {} });
			expect(names.filter((name) => name !== 'filtersNotice')).toEqual([
				...own,
				...approval,
				'toolNotice',
			]);
			expect(shown({ ...selected, filters: {} }, false)).toEqual(own);
		}
	});

	test('ask for filters until there is one', () => {
		const article = { resource: 'article', operation: 'getAll' };
		expect(shown({ ...article, filters: {} })).toContain('filtersNotice');
		expect(shown({ ...article, filters: { title: 'x' } })).not.toContain('filtersNotice');
		const withoutFilters = { resource: 'billing', operation: 'getActiveUsers' };
		expect(shown(withoutFilters)).not.toContain('filtersNotice');
	});
});

test('an agent can use the node as a tool', () => {
	expect(new AgentSuite().description.usableAsTool).toBe(true);
});

test('filters are sorted by label, in whatever order an operation declares them', () => {
	const reversed = { ...leadGetAll, filters: [...leadGetAll.filters].reverse() };
	const filters = fieldsOfOperation(reversed).find(({ name }) => name === 'filters');
	expect(filters?.options?.map(({ name }) => name)).toEqual([
		'email',
		'leadKey',
		'name',
		'phone',
		'status',
	]);
});
