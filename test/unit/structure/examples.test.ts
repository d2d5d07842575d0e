import { basename } from 'node:path';

import type { INode } from 'n8n-workflow';

import { filesIn, textOf } from './source';

interface Example {
	name: string;
	nodes: INode[];
	settings?: { executionTimeout?: number };
	pinData?: Record<string, unknown>;
	[more: string]: unknown;
}

const files = filesIn('examples');

/** Fields of an exported workflow that are personal or show its origin. */
const personal = ['id', 'active', 'meta', 'tags', 'versionId', 'shared', 'homeProject', 'owner'];

/** Reserved hosts (RFC 2606), and this machine. */
const placeholder = /(^|\.)(example\.(com|org|net)|example|test|localhost)$/;

/** The services that recipes write to with n8n's HTTP Request node, and where the documentation is. */
const services = ['api.hubapi.com', 'github.com'];

/** All texts in an example that look like the host of a URL or an email address. */
function hostsIn(text: string): string[] {
	const urls = [...text.matchAll(/\bhttps?:\/\/([^/\s"'`\\:?#]+)/gi)].map(([, host]) => host);
	const mailboxes = [...text.matchAll(/[\w.+-]@([\w-]+(?:\.[\w-]+)+)/g)].map(([, host]) => host);
	const numbers = [...text.matchAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g)].map(([host]) => host);
	return [...urls, ...mailboxes, ...numbers].map((host) => host.toLowerCase());
}

interface Parameters {
	retryFailedExecutions?: boolean;
	minInterval?: number;
	options?: { emitExisting?: boolean };
}

const isTable = ({ parameters }: INode) => parameters.resource === 'table';

/** The faults of an example, as sentences. test/server/assistant.test.ts has n8n's own checks, such as of connections. */
function faults(text: string): string[] {
	const example = JSON.parse(text) as Example;
	const { name, nodes, settings, pinData = {} } = example;
	const found: string[] = [];
	const fault = (wrong: boolean, sentence: string) => {
		if (wrong) found.push(sentence);
	};

	fault(!name.startsWith('Agent Suite: '), 'its name does not begin with "Agent Suite: "');
	for (const key of personal) fault(key in example, `it has ${key}`);
	fault(Object.keys(pinData).length > 0, 'it has pinned data');
	for (const host of hostsIn(text))
		fault(!placeholder.test(host) && !services.includes(host), `it names the host ${host}`);

	for (const node of nodes) {
		// Without one, n8n marks the node and its editor asks. With an empty one, the run fails.
		fault('credentials' in node, `${node.name} names a credential`);
		const { operation, query, emailFormat, fromEmail, toEmail } = node.parameters;
		const adds = /\.(dataTable|postgres|airtable|googleSheets)$/.test(node.type);
		fault(
			(adds && /^(insert|append|create)$/.test(String(operation)) && !isTable(node)) ||
				(operation === 'executeQuery' && !/^CREATE TABLE IF NOT EXISTS/.test(String(query))),
			`${node.name} writes in a way that is not safe to run again`,
		);
		// n8n marks empty fields, and sends to a placeholder.
		fault(Boolean(emailFormat && (fromEmail || toEmail)), `${node.name} has an address`);
		if (!node.type.endsWith('.agentSuiteTrigger')) continue;
		const { retryFailedExecutions, minInterval, options } = node.parameters as Parameters;
		fault(retryFailedExecutions !== true, `${node.name} does not retry`);
		fault(settings?.executionTimeout !== 15 * 60, 'its executions can take long');
		fault(minInterval !== 0, `${node.name} has a second clock beside Poll Times`);
		const isSync = name.startsWith('Agent Suite: lead sync');
		fault(isSync && options?.emitExisting !== true, `${node.name} leaves out existing leads`);
	}
	// Otherwise a second trigger, for another account, would not work.
	const triggers = nodes.filter(({ type }) => /trigger$/i.test(type));
	for (const { name: trigger } of triggers) {
		fault(text.includes(`$('${trigger}')`), `an expression names the trigger "${trigger}"`);
	}
	const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const said = notes.map(({ parameters }) => String(parameters.content)).join('\n');
	const numbered = said.split('\n').filter((line) => /^\d+\. /.test(line));
	for (const [, title] of numbered.join('\n').matchAll(/\b[Ii]n(?:to)? \*\*([^*]+)\*\*/g)) {
		const [name] = title.split(' > ');
		fault(
			!nodes.some((node) => node.name === name),
			`a step speaks of "${name}", which there is not`,
		);
	}
	return found;
}

test('every lead sync is tested from end to end', () => {
	const targets = filesIn('test/support/leadSync').map(textOf).join('\n');
	for (const file of files.filter((path) => path.startsWith('examples/lead-sync'))) {
		expect(targets).toContain(`'${basename(file)}'`);
	}
});

/** Recipes with a node of this type. */
const withNode = (type: string) =>
	files
		.map((file) => JSON.parse(textOf(file)) as Example)
		.filter(({ nodes }) => nodes.some((node) => node.type === type));

test('n8n retries the node of a lead sync whose write is an upsert, before the trigger does', () => {
	const upserts = withNode('n8n-nodes-agent-suite.agentSuiteTrigger').flatMap(({ nodes }) =>
		nodes.filter(
			({ type, parameters: { resource, operation } }) =>
				operation === 'upsert' ||
				// HighLevel matches the contact itself.
				(type.endsWith('.highLevel') && resource === 'contact'),
		),
	);
	expect(upserts.length).toBeGreaterThan(4);
	for (const { retryOnFail, maxTries } of upserts)
		expect({ retryOnFail, maxTries }).toEqual({ retryOnFail: true, maxTries: 3 });
});

test('those that reconcile wait longer than the lead sync takes to poll, and email at 8:00, as they and a page say', () => {
	const recipes = files.filter((file) => basename(file).startsWith('reconcile-'));
	expect(recipes.length).toBe(2);
	for (const file of recipes) {
		const { nodes } = JSON.parse(textOf(file)) as Example;
		const parametersOf = (type: string) =>
			nodes.find((node) => node.type === `n8n-nodes-base.${type}`)?.parameters;
		expect(parametersOf('wait')).toMatchObject({ amount: 75, unit: 'minutes' });
		const at = { field: 'days', triggerAtHour: 8 - 2, triggerAtMinute: 2 * 60 - 75 };
		expect(parametersOf('scheduleTrigger')).toEqual({ rule: { interval: [at] } });
		expect(textOf(file)).toContain('Every morning at 8:00');
	}
	expect(textOf('docs/sync-leads-to-a-crm.md')).toContain('waits for 75 minutes');
});

test('those with a schedule try to send three times, as docs/alerts.md says', () => {
	const emails = withNode('n8n-nodes-base.scheduleTrigger').flatMap(({ nodes }) =>
		nodes.filter(({ type }) => type === 'n8n-nodes-base.emailSend'),
	);
	expect(emails.length).toBeGreaterThan(2);
	for (const { retryOnFail, maxTries } of emails)
		expect({ retryOnFail, maxTries }).toEqual({ retryOnFail: true, maxTries: 3 });
	expect(textOf('docs/alerts.md').replace(/\s+/g, ' ')).toContain(
		'Daily schedules try three times.',
	);
});

test.each(files)('%s can be imported and run by anyone', (file) => {
	expect(faults(textOf(file))).toEqual([]);
});

test('the rules can be broken', () => {
	const file = 'article-digest.json';
	const text = textOf(`examples/${file}`);
	const broken: Array<[from: string | RegExp, to: string, sentence: string]> = [
		['"parameters": {', '"credentials": {}, "parameters": {', 'names a credential'],
		[
			'Cost: about 150 tokens',
			'Cost: about 150 tokens: https://api.northwind.io/x',
			'the host api.northwind.io',
		],
		['"pinData": {}', '"pinData": { "a": [] }', 'pinned data'],
		['in **Send email**', 'in **Send a mail**', 'which there is not'],
		['"minInterval": 0', '"minInterval": 15', 'a second clock'],
		['$input.all()', "$('When there are new articles').all()", 'names the trigger'],
	];
	expect(faults(text)).toEqual([]);
	for (const [from, to, sentence] of broken) {
		const changed = text.replace(from, to);
		expect(changed).not.toBe(text);
		expect(faults(changed).join('\n')).toContain(sentence);
	}
});
