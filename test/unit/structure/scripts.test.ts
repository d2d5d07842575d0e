/** What commands make, and the tests that they name in lists kept by hand. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as events from '../../../nodes/AgentSuite/resources/events';
import * as operations from '../../../nodes/AgentSuite/resources/operations';
import { operations as contract } from '../../../sandbox/contract';
import { missingPieces, untestedRefusals } from '../../../scripts/docs/missing';
import {
	checkContract,
	checkOperationFiles,
	newOperationFiles,
	operationSource,
	withStarted,
} from '../../../scripts/docs/operationFiles';
import { checkCopies } from '../../../scripts/docs/tables';
import { engineTestsOf, QUICK_FILES } from '../../../scripts/tests/affected';
import { filesIn, root, textOf } from './source';

const files = filesIn('test/engine');

test('a change of a source leads to the engine tests of its table', () => {
	const folder = 'nodes/AgentSuite/resources/lead';
	const event = engineTestsOf(`${folder}/created.event.ts`);
	const operation = engineTestsOf(`${folder}/get.operation.ts`);
	expect(event).toContain('test/engine/resources/events.test.ts');
	expect(operation).toContain('test/engine/resources/operations.test.ts');
	expect([...event, ...operation].filter((name) => !files.includes(name))).toEqual([]);
});

test('npm run test:compat -- --quick names engine tests that exist', () => {
	expect(QUICK_FILES.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
});

describe('npm run generate starts', () => {
	test('the file of each operation and resource that has none', () => {
		expect(newOperationFiles(root)).toEqual([]);
		const started = newOperationFiles('nowhere');
		const exported = /^export const (\w+) = (define\w+\(\w*(?:, )?'\w+')/m;
		const declared = started.map(([, text]) => exported.exec(text)?.slice(1));
		expect(declared).toEqual(started.map(([path]) => exported.exec(textOf(path))?.slice(1)));
		const names = declared.flatMap((found) => found?.[0] ?? []);
		expect(names.filter((name) => name in operations).sort()).toEqual(
			Object.keys(operations).sort(),
		);
	});

	test('it with what follows from the contract', () => {
		const files = new Map(newOperationFiles('nowhere'));
		const started = (name: string) => files.get(`nodes/AgentSuite/resources/${name}`);
		expect(started('billing/getTokenBalance.operation.ts')).toContain(
			"name: 'Get Token Balance',action: 'Get token balance billing',",
		);
		expect(started('seoPlatform/getAll.operation.ts')).toContain(
			"action: 'Get many seo platforms'",
		);
		expect(started('billing/resource.ts')).toContain("preselected: 'getActiveUsers'");
		expect(started('billing/resource.ts')).toContain('// TODO: Check `summary` in ');
		expect(started('billing/getActiveUsers.operation.ts')).toContain('// TODO: Search this folder');
		expect(started('article/getAll.operation.ts')).not.toContain('// TODO');
		expect(started('snippet/update.operation.ts')).not.toContain('// TODO');
		expect(started('seoPlatform/create.operation.ts')).toContain(
			'// TODO: A POST is not sent again',
		);
		expect(started('whatsApp/setFirstMessage.operation.ts')).toMatch(
			/notice: 'TODO: .*target: idField\(\{"thing":"agent",.*\{"displayName":"First Message","name":"firstMessage","type":"string","required":true/,
		);
		expect(started('snippet/update.operation.ts')).toMatch(
			/target: idField\(\{"thing":"snippet","displayName":"Snippet ID",.*,updates: \[/,
		);
	});
});

test('npm run generate starts updates of the texts that a write can leave out, and options of what is no text', () => {
	const snippet = contract.find(({ operationId }) => operationId === 'snippet.update')!;
	const properties = { name: { type: 'string' }, priority: { type: 'string', enum: ['low'] } };
	const patch = { ...snippet, method: 'PATCH', body: { type: 'object', properties } };
	const source = operationSource(patch);
	expect(source).toContain('// TODO: A PATCH is sent again');
	expect(source).toMatch(
		/updates: \[\{"displayName":"Name",[^\]]*\],options: \[\{"displayName":"Priority",/,
	);
});

test('npm run generate starts each field that the contract requires as one that is required', () => {
	const snippet = contract.find(({ operationId }) => operationId === 'snippet.update')!;
	const properties = {
		isOpen: { type: 'boolean' },
		level: { type: 'integer' },
		mode: { type: 'string', enum: ['low'] },
		note: { type: 'string' },
	};
	const body = { type: 'object', properties, required: Object.keys(properties) };
	const [, fields] = /fields: \[(.*)\]/.exec(operationSource({ ...snippet, body })) ?? [];
	expect(fields.match(/"required":true/g)).toHaveLength(4);
	// Tests enter the placeholders, and of the others what is selected at first.
	expect(fields.match(/"placeholder":"e\.g\. TODO: an example/g)).toHaveLength(2);
});

test('npm run generate starts a switch of the query as a field, which is only sent if it is on', () => {
	const articles = contract.find(({ operationId }) => operationId === 'article.getAll')!;
	const switches = [{ type: 'string', enum: ['true'] }, { type: 'boolean' }];
	const parameters = [...switches, { type: 'string' }].map((schema, index) => ({
		name: `p${index}`,
		in: 'query',
		schema,
	}));
	expect(operationSource({ ...articles, parameters } as typeof articles)).toMatch(
		/fields: \[[^\]]*"p0","type":"boolean"[^\]]*"p1","type":"boolean"[^\]]*\],options: \[[^\]]*"p2","type":"string"/,
	);
});

test('npm run generate starts a line of the changelog for each operation whose file it starts', () => {
	const started = newOperationFiles('nowhere').map(([path]) => path);
	const before = '# Changelog\n\n## [Unreleased]\n\n';
	const released = '## [0.1.0]\n\n### Added\n\n- It.\n';
	const changelog = withStarted(`${before}${released}`, started);
	expect(changelog).toContain(`${before}### Added\n\n- **`);
	expect(changelog).toContain('- **Lead: Get Many**: ');
	expect(changelog.endsWith(`\n${released}`)).toBe(true);
	const one = started.filter((path) => path.includes('lead/getAll'));
	expect(withStarted(`${before}### Added\n\n- That.\n`, one)).toMatch(
		/### Added\n\n- \*\*Lead: Get Many\*\*: .+\.\n- That\.\n$/,
	);
	expect(withStarted(before, [])).toBe(before);
});

test('npm run generate names each refusal that no test names', () => {
	const text = "refuse('a', { what: 'is old' }); refuse('b', { what: `has ${many} words` });";
	const files = new Map([['lead/assign.operation.ts', text]]);
	expect(untestedRefusals(files, "toThrow('is old'); toThrow('has 2 words')")).toEqual([]);
	expect(untestedRefusals(files, '')).toEqual([
		expect.stringMatching(/operations\.test\.ts: test that 'is old' is refused, as .+assign/),
		expect.stringContaining("test that 'has ${many} words'"),
	]);
});

test('npm run generate says what a copied path still has of the other one, and what is not known', () => {
	const get = { operationId: 'lead.get', summary: 'Read one lead', method: 'GET', path: '/lead' };
	const other = { ...get, operationId: 'lead.getAll', summary: 'List the leads', path: '/leads' };
	const checked = (changes: object) => () => {
		checkContract([get, { ...other, ...changes }] as Parameters<typeof checkContract>[0]);
	};
	expect(checked({})).not.toThrow();
	const at = 'sandbox/openapi.yaml, GET /leads: ';
	const ofOther = (key: 'operationId' | 'summary') =>
		`${at}has the ${key} of GET /lead: '${get[key]}'. Give it its own.`;
	expect(checked({ operationId: get.operationId })).toThrow(ofOther('operationId'));
	expect(checked({ summary: get.summary })).toThrow(ofOther('summary'));
	for (const operationId of ['getLeads', 'Lead.getAll', 'lead.get_all', 'lead.a.b'])
		expect(checked({ operationId })).toThrow(
			`${at}has the operationId '${operationId}': it is <resource>.<operation>, as lead.getAll.`,
		);
	expect(checked({ summary: undefined })).toThrow(`${at}has no summary.`);
	expect(checked({ method: 'DELETE' })).toThrow(
		'sandbox/openapi.yaml, DELETE /leads: add DELETE to `methods` of nodes/AgentSuite/model/endpoint.ts',
	);
});

test('npm run generate says what a copied file still has of the other one', () => {
	checkCopies(root);
	const clone = mkdtempSync(join(tmpdir(), 'copies-'));
	const folder = 'nodes/AgentSuite/resources';
	const shares: Array<[end: string, what: string[]]> = [
		['operation', ['export', 'operation']],
		['event', ['export', 'event']],
		['pickList', ['export', 'method']],
		['watchedList', ['name']],
	];
	try {
		cpSync(join(root, folder), join(clone, folder), { recursive: true });
		for (const [end, what] of shares) {
			const all = filesIn(folder).filter((file) => file.endsWith(`.${end}.ts`));
			expect(all).not.toEqual([]);
			for (const file of all) {
				const copy = file.replace(/\.(?=\w+\.ts$)/, 'Copy.');
				cpSync(join(root, file), join(clone, copy));
				const lines = what.map((one) => `${copy}: has the ${one} of ${file}: `);
				for (const line of lines)
					expect(() => {
						checkCopies(clone);
					}).toThrow(line);
				rmSync(join(clone, copy));
			}
		}
	} finally {
		rmSync(clone, { recursive: true });
	}
});

test('npm run generate says what to do about an operation without a resource, or that the contract does not have', () => {
	checkOperationFiles(root);
	const clone = mkdtempSync(join(tmpdir(), 'operation-files-'));
	const write = (name: string, text: string) => {
		writeFileSync(join(clone, 'nodes/AgentSuite/resources/webhook', name), text);
	};
	try {
		mkdirSync(join(clone, 'nodes/AgentSuite/resources/webhook'), { recursive: true });
		write('getAll.operation.ts', "export const all = defineOperation(webhookResource, 'getAll', {");
		expect(() => {
			checkOperationFiles(clone);
		}).toThrow(/webhook\/resource\.ts: add the resource, as in .*billing\/resource\.ts/);
		write('resource.ts', "export const webhookResource = defineResource('webhook', {");
		expect(() => {
			checkOperationFiles(clone);
		}).toThrow(
			/webhook\/getAll\.operation\.ts: sandbox\/openapi\.yaml has no operationId 'webhook\.getAll', only .*lead\.getAll/,
		);
		write('resource.ts', "export const webhookResource = defineResource('lead', {");
		checkOperationFiles(clone);
	} finally {
		rmSync(clone, { recursive: true });
	}
});

test('npm run generate names the responses that an operation lacks', () => {
	const { billingGetTokenBalance, leadGet } = operations;
	expect(missingPieces(root, [billingGetTokenBalance, leadGet], [])).toEqual([]);
	const { id } = billingGetTokenBalance;
	expect(missingPieces(root, [{ ...leadGet, id }], [])).toEqual([
		'sandbox/openapi.yaml: add the responses 404 to billing.getTokenBalance, as other operations have them.',
	]);
});

test('npm run generate names what is written by hand, and missing', () => {
	const { snippetUpdate, leadGetAll } = operations;
	const { leadCreated } = events;
	const campaigns = { ...leadGetAll.resource, name: 'Email Campaign', value: 'campaign' };
	const started = { id: 'campaign.update', resource: campaigns, notice: 'TODO: what it replaces' };
	const update = { ...snippetUpdate, ...started };
	const { clientOrgId, ...documented } = leadGetAll.response.documented;
	expect(clientOrgId).toBeDefined();
	const response = { ...leadGetAll.response, documented };
	const list = { ...leadCreated.list, operation: { ...leadGetAll, response, resource: campaigns } };
	const event = { ...leadCreated, name: 'Campaign Created', list };
	expect(missingPieces(root, [leadGetAll, update, update], [leadCreated, event])).toEqual([
		'nodes/AgentSuite/resources/campaign/update.operation.ts: replace each TODO.',
		'sandbox/operations.ts: add what the service does for campaign.update, with its data in sandbox/seed.ts.',
		'CHANGELOG.md: add Email Campaign: Update under Unreleased.',
		'docs/ai-and-mcp.md: add [Email Campaign: Update](operations/campaign.md#update) under What a model can use.',
		'nodes/AgentSuite/AgentSuite.node.json: add the alias email.',
		'nodes/AgentSuite/AgentSuite.node.json: add the alias campaign.',
		'nodes/AgentSuite/AgentSuiteTrigger.node.json: add the alias email.',
		'nodes/AgentSuite/AgentSuiteTrigger.node.json: add the alias campaign.',
		'CHANGELOG.md: add Campaign Created under Unreleased.',
		'docs/when-something-fails.md: add **Campaign Created** under A new token: its records have no clientOrgId.',
	]);
});
