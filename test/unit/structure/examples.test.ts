import { basename } from 'node:path';

import type { INode } from 'n8n-workflow';

import { filesIn, textOf } from './source';

interface Example {
	name: string;
	nodes: INode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }> | null>>>;
	settings?: { timeSavedPerExecution?: number; executionTimeout?: number };
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

/** The most nodes of a recipe, without sticky notes: as many as its task has steps. */
const mostNodes: Record<string, number> = {
	'lead-sync.json': 3,
	'lead-sync-postgres.json': 3,
	'lead-sync-google-sheets.json': 2,
	'lead-sync-airtable.json': 2,
	'lead-sync-highlevel.json': 2,
	'lead-sync-salesforce.json': 8,
	'lead-sync-hubspot.json': 5,
	'lead-sync-pipedrive.json': 8,
	'lead-sync-notion.json': 6,
	'lead-alert-slack.json': 3,
	'lead-alert-telegram.json': 3,
	'lead-reminder.json': 4,
	'reconcile-leads.json': 6,
	'reconcile-leads-hubspot.json': 7,
	'failure-alert.json': 6,
	'balance-alert.json': 4,
	'balance-alert-trigger.json': 2,
	'token-forecast.json': 5,
	'article-digest.json': 3,
	'platform-health.json': 3,
	'snippet-from-table.json': 3,
	'first-messages-from-table.json': 4,
	'ai-lead-assistant.json': 8,
	'ai-lead-evaluation.json': 6,
	'mcp-server.json': 5,
};

interface Parameters {
	retryFailedExecutions?: boolean;
	minInterval?: number;
	options?: { emitExisting?: boolean };
	toolDescription?: string;
}

const isTable = ({ parameters }: INode) => parameters.resource === 'table';

/** The faults of an example, as sentences. */
function faults(file: string, text: string): string[] {
	const example = JSON.parse(text) as Example;
	const { name, nodes, connections, settings, pinData = {} } = example;
	const found: string[] = [];
	const fault = (wrong: boolean, sentence: string) => {
		if (wrong) found.push(sentence);
	};

	fault(!name.startsWith('Agent Suite: '), 'its name does not begin with "Agent Suite: "');
	for (const key of personal) fault(key in example, `it has ${key}`);
	fault(Object.keys(pinData).length > 0, 'it has pinned data');
	fault(!settings?.timeSavedPerExecution, 'it does not say how much time it saves');
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
		fault(minInterval !== 0, `${node.name} has a second clock beside Poll Times`);
		const isSync = name.startsWith('Agent Suite: lead sync');
		fault(isSync && options?.emitExisting !== true, `${node.name} leaves out existing leads`);
	}
	// Otherwise a second trigger, for another account, would not work.
	const triggers = nodes.filter(({ type }) => /trigger$/i.test(type));
	for (const { name: trigger } of triggers) {
		fault(text.includes(`$('${trigger}')`), `an expression names the trigger "${trigger}"`);
	}
	for (const tool of nodes.filter(({ type }) => type.endsWith('.agentSuiteTool'))) {
		const { toolDescription = '' } = tool.parameters as Parameters;
		const words = toolDescription.split(/\s+/).length;
		fault(words < 10 || words > 60, `the description of ${tool.name} has ${words} words`);
		fault(!/\bCosts \d+ token/.test(toolDescription), `${tool.name} does not say what it costs`);
	}
	const steps = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
	fault(steps.length > (mostNodes[file] ?? 0), `it has ${steps.length} nodes`);
	for (const key of ['id', 'name'] as const) {
		fault(new Set(nodes.map((node) => node[key])).size < nodes.length, `two nodes share a ${key}`);
	}

	const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const said = notes.map(({ parameters }) => String(parameters.content)).join('\n');
	fault(notes.length === 0, 'it has no note');
	fault(!/^\d+\. /m.test(said), 'no note says step by step what to set');
	fault(!/credential/.test(said), 'no note says which credential to choose');
	fault(!/tokens?\b/.test(said), 'no note says what it costs');
	fault(!/\nRefer to \[[^\]]+\]\(\S+\/docs\/\S+\)\./.test(said), 'no note leads to its page');
	const runsByItself = triggers.some(({ type }) => /\.(agentSuite|schedule)Trigger$/.test(type));
	fault(
		runsByItself &&
			// Once the workflow is published, its trigger does not notice the setting.
			!/\n\d+\. Optional: [^\n]*\*\*Agent Suite: failure alert\*\*[^\n]*\n\d+\. [^\n]*publish/i.test(
				said,
			),
		'no note says how to hear when it fails, before it is published',
	);
	const numbered = said.split('\n').filter((line) => /^\d+\. /.test(line));
	for (const [, title] of numbered.join('\n').matchAll(/\b[Ii]n(?:to)? \*\*([^*]+)\*\*/g)) {
		const [name] = title.split(' > ');
		fault(
			!nodes.some((node) => node.name === name),
			`a step speaks of "${name}", which there is not`,
		);
	}

	const targets = Object.values(connections).flatMap((outputs) =>
		Object.values(outputs).flatMap((lists) => lists.flatMap((list) => list ?? [])),
	);
	const linked = new Set([...Object.keys(connections), ...targets.map(({ node }) => node)]);
	for (const node of nodes) {
		fault(!notes.includes(node) && !linked.has(node.name), `${node.name} hangs on nothing`);
	}
	for (const target of linked) {
		fault(
			!nodes.some((node) => node.name === target),
			`it connects "${target}", which is not there`,
		);
	}
	return found;
}

test('every recipe of the list is there, and no other', () => {
	expect(files.map((file) => basename(file)).sort()).toEqual(Object.keys(mostNodes).sort());
});

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

test('those that start with the trigger return what failed again, and stop an execution after 15 minutes, as pages say', () => {
	const type = 'n8n-nodes-agent-suite.agentSuiteTrigger';
	const recipes = withNode(type);
	expect(recipes.length).toBeGreaterThan(10);
	for (const { nodes, settings } of recipes) {
		const trigger = nodes.find((node) => node.type === type);
		expect(trigger?.parameters.retryFailedExecutions).toBe(true);
		expect(settings?.executionTimeout).toBe(15 * 60);
	}
	expect(textOf('docs/sync-leads-to-a-crm.md')).toContain('stop an execution after 15 minutes');
});

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

test.each(files)('%s can be imported by anyone, and says what to set', (file) => {
	expect(faults(basename(file), textOf(file))).toEqual([]);
});

test('the rules can be broken', () => {
	const file = 'article-digest.json';
	const text = textOf(`examples/${file}`);
	const broken: Array<[from: string | RegExp, to: string, sentence: string]> = [
		['"parameters": {', '"credentials": {}, "parameters": {', 'names a credential'],
		[
			'Cost: 150 tokens',
			'Cost: 150 tokens: https://api.northwind.io/x',
			'the host api.northwind.io',
		],
		['"pinData": {}', '"pinData": { "a": [] }', 'pinned data'],
		[/n8n-nodes-base\.stickyNote/g, 'n8n-nodes-base.noOp', 'no note'],
		['in **Send email**', 'in **Send a mail**', 'which there is not'],
		['**Agent Suite: failure alert**', 'a workflow', 'how to hear when it fails'],
		['"minInterval": 0', '"minInterval": 15', 'a second clock'],
		['"timeSavedPerExecution": 10', '"timeSavedPerExecution": 0', 'how much time it saves'],
		['$input.all()', "$('When there are new articles').all()", 'names the trigger'],
	];
	expect(faults(file, text)).toEqual([]);
	for (const [from, to, sentence] of broken) {
		const changed = text.replace(from, to);
		expect(changed).not.toBe(text);
		expect(faults(file, changed).join('\n')).toContain(sentence);
	}
});
