import { basename } from 'node:path';

import type { INode } from 'n8n-workflow';

import { groups } from '../../support/leadSync/groups';
import { filesIn, textOf } from './source';

interface Example {
	name: string;
	nodes: INode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }> | null>>>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
	[more: string]: unknown;
}

const files = filesIn('examples');

/** Fields of an exported workflow that are personal or show its origin. */
const personal = ['id', 'active', 'meta', 'tags', 'versionId', 'shared', 'homeProject', 'owner'];

/** Reserved hosts (RFC 2606), and this machine. */
const placeholder = /(^|\.)(example\.(com|org|net)|example|test|localhost)$/;

/** The services that recipes write to with n8n's HTTP Request node. */
const services = ['api.hubapi.com'];

/** All texts in an example that look like the host of a URL or an email address. */
function hostsIn(text: string): string[] {
	const urls = [...text.matchAll(/\bhttps?:\/\/([^/\s"'`\\:?#]+)/gi)].map(([, host]) => host);
	const mailboxes = [...text.matchAll(/[\w.+-]@([\w-]+(?:\.[\w-]+)+)/g)].map(([, host]) => host);
	const numbers = [...text.matchAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g)].map(([host]) => host);
	return [...urls, ...mailboxes, ...numbers].map((host) => host.toLowerCase());
}

/** The nodes that come after a node. */
function reachable(connections: Example['connections'], from: string): Set<string> {
	const found = new Set<string>();
	const open = [from];
	for (let name = open.pop(); name !== undefined; name = open.pop()) {
		const lists = Object.values(connections[name] ?? {}).flat();
		for (const { node } of lists.flatMap((list) => list ?? [])) {
			if (!found.has(node)) open.push(node);
			found.add(node);
		}
	}
	return found;
}

/** The faults of an example, as sentences. */
function faults(text: string): string[] {
	const example = JSON.parse(text) as Example;
	const { name, nodes, connections, pinData = {} } = example;
	const found: string[] = [];
	const fault = (wrong: boolean, sentence: string) => {
		if (wrong) found.push(sentence);
	};

	fault(!name.startsWith('Agent Suite: '), 'its name does not begin with "Agent Suite: "');
	for (const key of personal) fault(key in example, `it has ${key}`);
	fault(Object.keys(pinData).length > 0, 'it has pinned data');
	for (const host of hostsIn(text))
		fault(!placeholder.test(host) && !services.includes(host), `it names the host ${host}`);

	const feeding = (title: string) =>
		nodes.filter(({ name: from }) =>
			Object.values(connections[from] ?? {})
				.flat()
				.some((list) => list?.some(({ node }) => node === title)),
		);
	for (const node of nodes) {
		// Without one, n8n marks the node and its editor asks. With an empty one, the run fails.
		fault('credentials' in node, `${node.name} names a credential`);
		const operation = String(node.parameters.operation);
		const adds = /\.(dataTable|postgres)$/.test(node.type) && operation === 'insert';
		const guarded = feeding(node.name).every(
			({ parameters }) => parameters.operation === 'rowNotExists',
		);
		// An outbox needs two rows to send the same message twice.
		const { columns } = node.parameters as { columns?: { value?: { status?: unknown } } };
		const outbox = columns?.value?.status === 'waiting';
		fault(
			(adds && !guarded && !outbox) ||
				(operation === 'executeQuery' &&
					!/^CREATE TABLE IF NOT EXISTS/.test(String(node.parameters.query))),
			`${node.name} writes in a way that is not safe to run again`,
		);
	}
	for (const loop of nodes.filter(({ type }) => type.endsWith('.splitInBatches'))) {
		const after = reachable(connections, loop.name);
		for (const node of nodes) {
			const inside = after.has(node.name) && reachable(connections, node.name).has(loop.name);
			const canBeEmpty = /\.dataTable$/.test(node.type) && node.parameters.operation === 'update';
			fault(
				inside && canBeEmpty && node.alwaysOutputData !== true,
				`${node.name} ends ${loop.name} early if no row matches`,
			);
		}
	}
	for (const key of ['id', 'name'] as const) {
		fault(new Set(nodes.map((node) => node[key])).size < nodes.length, `two nodes share a ${key}`);
	}

	const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	const said = notes.map(({ parameters }) => String(parameters.content)).join('\n');
	fault(notes.length === 0, 'it has no note');
	fault(!/^\d+\. /m.test(said), 'no note says step by step what to set');
	fault(!/credential/.test(said), 'no note says which credential to choose');
	fault(!/tokens?\b/.test(said), 'no note says what it costs');
	const steps = said.split('\n').filter((line) => /^\d+\. /.test(line));
	for (const [, title] of steps.join('\n').matchAll(/\b[Ii]n(?:to)? \*\*([^*]+)\*\*/g)) {
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

test('there are examples', () => {
	expect(files.length).toBeGreaterThanOrEqual(9);
	expect(files.every((file) => file.endsWith('.json'))).toBe(true);
});

test('every lead sync is tested from end to end', () => {
	const syncs = files.filter((file) => file.startsWith('examples/lead-sync'));
	expect(Object.values(groups).flat().sort()).toEqual(syncs.map((file) => basename(file)).sort());
});

test.each(files)('%s can be imported by anyone, and says what to set', (file) => {
	expect(faults(textOf(file))).toEqual([]);
});

test('the rules can be broken', () => {
	const text = textOf('examples/article-digest.json');
	const broken: Array<[from: string | RegExp, to: string, sentence: string]> = [
		['"parameters": {', '"credentials": {}, "parameters": {', 'names a credential'],
		['you@example.com', 'me@northwind.io', 'the host northwind.io'],
		['5 tokens a week.', '5 a week: https://api.northwind.io/x', 'the host api.northwind.io'],
		['"pinData": {}', '"pinData": { "a": [] }', 'pinned data'],
		['"pinData": {}', '"pinData": {}, "meta": {}', 'it has meta'],
		[/n8n-nodes-base\.stickyNote/g, 'n8n-nodes-base.noOp', 'no note'],
		['"node": "Send email"', '"node": "Send"', 'which is not there'],
		['in **Send email**', 'in **Send a mail**', 'which there is not'],
		[/credential/g, 'account', 'which credential'],
	];
	expect(faults(text)).toEqual([]);
	for (const [from, to, sentence] of broken) {
		const changed = text.replace(from, to);
		expect(changed).not.toBe(text);
		expect(faults(changed).join('\n')).toContain(sentence);
	}
	const sync = textOf('examples/lead-sync.json').replaceAll('"alwaysOutputData": true', '"a": 1');
	expect(faults(sync)).toEqual(
		['Keep the record ID', 'Mark as delivered', 'Note the reason'].map(
			(name) => `${name} ends Loop Over Items early if no row matches`,
		),
	);
});
