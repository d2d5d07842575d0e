import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../../package.json';
import { formsOf, onlyForAdoption, replacer, withoutAdoption } from '../../../scripts/adopt/brand';
import { ownerFrom, textsOf } from '../../../scripts/adopt/owner';
import { root, textOf } from './source';

const texts = textsOf(
	ownerFrom([
		...['--brand', 'Borealis', '--author', 'B', '--email', 'b@b.test', '--repository', 'b/nodes'],
		...['--reviewers', '@b', '--service', 'https://b.test', '--api-docs', 'https://b.test/api'],
	]),
);
const outside = onlyForAdoption.map((path) => `:!${path}`);

test('the placeholders are those of the manifest, and each is in use', () => {
	const unused = Object.keys(texts).filter(
		(text) => spawnSync('git', ['grep', '-qF', text, '--', '.', ...outside], { cwd: root }).status,
	);
	expect(unused).toEqual([]);
	const { author, repository, name } = manifest;
	const [, full] = /github\.com\/(.+)\.git$/.exec(repository.url) ?? [];
	expect(Object.keys(texts)).toEqual(
		expect.arrayContaining([author.name, author.email, full, name]),
	);
});

test('replacing the placeholders leaves nothing of them in any file', () => {
	const replace = replacer('Agent Suite', 'Borealis', texts);
	const args = ['ls-files', '-z', '--', '.', ...outside];
	const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
	const files = stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
	expect(files.length).toBeGreaterThan(300);
	// A text that is written in a way of its own would be overlooked.
	const left = files.filter((file) =>
		/agent[\s>*#/_-]{0,8}suite/i.test(
			`${replace(file)}\n${replace(withoutAdoption(textOf(file)))}`,
		),
	);
	expect(left).toEqual([]);
});

describe('a brand', () => {
	test.each([
		['HubSpot', 'HubSpot', 'hubSpot', 'hubspot', 'hubspot', 'HUBSPOT'],
		['SEO Pilot 2', 'SeoPilot2', 'seoPilot2', 'seo-pilot-2', 'seo_pilot_2', 'SEO_PILOT_2'],
	])('%s has a form for each place', (shown, pascal, camel, kebab, snake, constant) => {
		const lower = shown.toLowerCase();
		expect(formsOf(shown)).toEqual({ shown, pascal, camel, kebab, snake, constant, lower });
	});

	test.each([
		['An Agent Suite node', 'A Borealis node', 'An Orbit Desk node'],
		[
			'an **Agent Suite** node, a `AGENT_SUITE`',
			'a **Borealis** node, a `BOREALIS`',
			'an **Orbit Desk** node, a `ORBIT_DESK`',
		],
		[
			'dist/nodes/AgentSuite/AgentSuite.node.js',
			'dist/nodes/Borealis/Borealis.node.js',
			'dist/nodes/OrbitDesk/OrbitDesk.node.js',
		],
		[
			'agentSuiteTrigger agent-suite.x',
			'borealisTrigger borealis.x',
			'orbitDeskTrigger orbit-desk.x',
		],
		[
			'Agent suite, agents in suites',
			'Agent suite, agents in suites',
			'Agent suite, agents in suites',
		],
		['of Agent\nSuite', 'of Borealis', 'of Orbit Desk'],
		['/** Agent\n * Suite */', '/** Borealis */', '/** Orbit Desk */'],
	])('replaces another one in %j', (text, consonant, vowel) => {
		expect(replacer('Agent Suite', 'Borealis', {})(text)).toBe(consonant);
		expect(replacer('Agent Suite', 'Orbit Desk', {})(text)).toBe(vowel);
	});

	test('is replaced in one pass, the longest text first', () => {
		const replace = replacer('Agent Suite', 'Agent Suite Two', {
			'agent-suite/n8n-nodes-agent-suite': 'agent-suite/nodes',
			'https://agent-suite.example': 'https://agent-suite.test',
			'https://agent-suite.example/api': 'https://docs.test',
		});
		expect(replace('agent-suite/n8n-nodes-agent-suite, Agent Suite, agent-suite')).toBe(
			'agent-suite/nodes, Agent Suite Two, agent-suite-two',
		);
		expect(replace('https://agent-suite.example https://agent-suite.example/api')).toBe(
			'https://agent-suite.test https://docs.test',
		);
	});
});

test('the lines that name the adoption go, each with the blank line after its paragraph', () => {
	const text = '# A\n\nRun npm run adopt.\n\n- b\n- see scripts/adopt/x\n\nC\n';
	expect(withoutAdoption(text)).toBe('# A\n\n- b\n\nC\n');
});
