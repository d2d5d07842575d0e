import ts from 'typescript';

import * as table from '../../../nodes/AgentSuite/resources/operations';
import { filesIn, impurities, literalItems, namesIn, nodesOf, textOf } from './source';

const nodeFiles = filesIn('nodes').filter((file) => /(?<!\.d)\.ts$/.test(file));
const operationFiles = nodeFiles.filter((file) => file.endsWith('.operation.ts'));

test('the rules can be broken: each of these snippets is found', () => {
	const broken: Record<string, string> = {
		this: 'const a = () => this.x;',
		await: 'const a = async () => await b();',
		try: 'try { a(); } catch {}',
		let: 'let a = 1;',
		getNodeParameter: 'x.getNodeParameter("a", i);',
		helpers: 'const y = x["helpers"];',
		context: 'function f(context: unknown) { return context; }',
		fetch: 'fetch("https://example.com");',
	};
	for (const [rule, text] of Object.entries(broken)) expect(impurities(text)).toContain(rule);
	expect(impurities('// this, await, try\nconst a = { b: "this helpers context" };')).toEqual([]);
	expect(literalItems('x.getNodeParameter("a", 0); y.getNodeParameter("a", i, 0);')).toEqual(['0']);
});

test('the files of the rules below are found', () => {
	expect(operationFiles).toHaveLength(Object.keys(table).length);
});

test.each(operationFiles)('%s is data and pure functions', (file) => {
	expect(impurities(textOf(file))).toEqual([]);
});

test('shared code of operation files is also pure', () => {
	const shared = nodeFiles.filter((file) => file.includes('/resources/'));
	expect(shared.length).toBeGreaterThan(operationFiles.length);
	for (const file of shared)
		expect({ file, found: impurities(textOf(file)) }).toEqual({ file, found: [] });
});

/** The files that use a name. */
const using = (name: string) => nodeFiles.filter((file) => namesIn(textOf(file)).has(name));

test('one file makes requests (and one tests the credential), one file reads parameters', () => {
	expect(using('helpers')).toEqual([
		'nodes/AgentSuite/transport/send.ts',
		'nodes/AgentSuite/transport/testConnection.ts',
		// A promise for the end of an execution.
		'nodes/AgentSuite/trigger/startExecutions.ts',
	]);
	expect(using('getNodeParameter')).toEqual(['nodes/AgentSuite/parameters/readParameters.ts']);
	for (const name of [
		'httpRequest',
		'requestWithAuthentication',
		'fetch',
		'require',
		'globalThis',
	]) {
		expect({ name, files: using(name) }).toEqual({ name, files: [] });
	}
});

test('no parameter is read for a fixed item', () => {
	for (const file of nodeFiles)
		expect({ file, items: literalItems(textOf(file)) }).toEqual({ file, items: [] });
});

test('no lint rule is off, and nothing is any', () => {
	const all = [...nodeFiles, ...filesIn('credentials')];
	for (const file of all) {
		expect({ file, off: /eslint-disable|@ts-/.test(textOf(file)) }).toEqual({ file, off: false });
		const any = nodesOf(textOf(file)).some((node) => node.kind === ts.SyntaxKind.AnyKeyword);
		expect({ file, any }).toEqual({ file, any: false });
	}
});
