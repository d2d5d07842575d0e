/** Lists the missing pieces of new operations, resources, and events, as sentences. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TriggerEvent } from '../../nodes/AgentSuite/model/event';
import type { Operation } from '../../nodes/AgentSuite/model/operation';
import { operations as inContract } from '../../sandbox/contract';
import { TODO } from './operationFiles';
import { operationLink, operationTitle } from './operations';

const node = 'nodes/AgentSuite';

/** The statuses that the sandbox can return for each request, for one with a body, and for one about something with an ID. */
const STATUSES = { always: [400, 401, 402, 403, 429, 500], ofBody: [413, 415], ofTarget: [404] };

/** The statuses without a response in the contract. */
function missingStatuses({ id, advice }: Operation): number[] {
	const known = inContract.find(({ operationId }) => operationId === id);
	if (!known) return [];
	const needed = [
		...STATUSES.always,
		...(known.body ? STATUSES.ofBody : []),
		...(advice[404] ? STATUSES.ofTarget : []),
	];
	return needed.filter((status) => !known.statuses.includes(status));
}

/** The texts of all files in a folder, by their paths in it. */
function textsIn(root: string, folder: string): Map<string, string> {
	const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
	return new Map(
		files
			.filter((file) => file.endsWith('.ts'))
			.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(root, folder, file), 'utf8')]),
	);
}

/** What the files of operations refuse, without the part of a text that differs, and no test names. */
export function untestedRefusals(resources: Map<string, string>, tests: string): string[] {
	const refusals = [...resources].flatMap(([file, text]) =>
		[...text.matchAll(/\bwhat: (['"`])(.+?)\1/g)].map(([, , what]) => ({ file, what })),
	);
	return refusals
		.filter(({ what }) => !what.split(/\$\{.*?\}/).every((part) => tests.includes(part)))
		.map(
			({ file, what }) =>
				`test/engine/resources/operations.test.ts: test that '${what}' is refused, as ${node}/resources/${file} does.`,
		);
}

/**
 * What is written by hand, as far as a text can show it: the changelog only has to name each operation and event somewhere. It does not
 * check the seed.
 * @param root the folder of the clone
 * @returns each with the path of its file first
 */
export function missingPieces(
	root: string,
	operations: Operation[],
	events: TriggerEvent[],
): string[] {
	const textOf = (path: string) => readFileSync(join(root, path), 'utf8').replace(/\s+/g, ' ');
	const missing: string[] = [];
	/** Adds the sentence, once, unless what it asks for is there. */
	const expect = (isThere: boolean, sentence: string) => {
		if (!isThere && !missing.includes(sentence)) missing.push(sentence);
	};

	const resources = textsIn(root, `${node}/resources`);
	const behaviors = textOf('sandbox/operations.ts');
	const changes = textOf('CHANGELOG.md').toLowerCase();
	const expectChange = (name: string) => {
		expect(changes.includes(name.toLowerCase()), `CHANGELOG.md: add ${name} under Unreleased.`);
	};
	const pageOfAi = textOf('docs/ai-and-mcp.md');
	for (const operation of operations) {
		const { id, effect, resource, value } = operation;
		const lacking = missingStatuses(operation);
		expect(
			lacking.length === 0,
			`sandbox/openapi.yaml: add the responses ${lacking.join(', ')} to ${id}, as other operations have them.`,
		);
		const started = [
			[`${value}.operation.ts`, JSON.stringify({ ...operation, resource: undefined })],
			['resource.ts', JSON.stringify(resource)],
		].map(([name, declared]) => ({ file: `${resource.value}/${name}`, declared }));
		for (const { file, declared } of started) {
			const text = declared + (resources.get(file) ?? '');
			expect(!text.includes(TODO), `${node}/resources/${file}: replace each ${TODO}.`);
		}
		expect(
			behaviors.includes(`'${id}':`),
			`sandbox/operations.ts: add what the service does for ${id}, with its data in sandbox/seed.ts.`,
		);
		expectChange(operationTitle(operation));
		if (effect === 'read') continue;
		const link = `[${operationTitle(operation)}](${operationLink(operation)})`;
		expect(pageOfAi.includes(link), `docs/ai-and-mcp.md: add ${link} under What a model can use.`);
	}

	const watched = events.map(({ list }) => list.operation);
	for (const [file, found] of [
		['AgentSuite.node.json', operations],
		['AgentSuiteTrigger.node.json', watched],
	] as const) {
		const path = `${node}/${file}`;
		const aliases = textOf(path);
		const words = found.flatMap(({ resource }) => resource.name.toLowerCase().split(' '));
		for (const word of words)
			expect(aliases.includes(`"${word}"`), `${path}: add the alias ${word}.`);
	}

	const ofTokens =
		textOf('docs/when-something-fails.md')
			.split(/ #+ /)
			.find((section) => section.startsWith('A new token')) ?? '';
	for (const { name, list } of events) {
		expectChange(name);
		if ('clientOrgId' in list.operation.response.documented) continue;
		expect(
			ofTokens.includes(`**${name}**`),
			`docs/when-something-fails.md: add **${name}** under A new token: its records have no clientOrgId.`,
		);
	}
	const tests = [...textsIn(root, 'test').values()].join('\n');
	return [...missing, ...untestedRefusals(resources, tests)];
}
