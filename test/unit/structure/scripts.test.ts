/** The tests that commands name in lists kept by hand. */
import { execFileSync } from 'node:child_process';

import { filesIn, root } from './source';

const files = filesIn('test/engine');

/** The value of an expression, in a process of its own: the commands handle signals as soon as they are loaded. */
function valueOf<T>(expression: string): T {
	const script = `console.log(JSON.stringify(${expression}))`;
	const output = execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
	return JSON.parse(output) as T;
}

const engineTests = "require('./scripts/dev').engineTests";

/** The engine tests that `npm run dev` runs after a change of a file. */
const afterChangeOf = (changed: string) =>
	valueOf<string[]>(
		`${engineTests}.flatMap(([path, names]) => path.test('${changed}') ? names : [])`,
	);

test('npm run dev names engine tests that exist', () => {
	const names = valueOf<string[]>(`${engineTests}.flatMap(([, names]) => names)`);
	const missing = names.filter((name) => !files.includes(`test/engine/${name}.test.ts`));
	expect(names.length).toBeGreaterThan(0);
	expect(missing).toEqual([]);
});

test('npm run dev runs the test of the table that a changed file belongs to', () => {
	const folder = 'nodes/AgentSuite/resources/lead';
	expect(afterChangeOf(`${folder}/created.event.ts`)).toContain('resources/events');
	expect(afterChangeOf(`${folder}/get.operation.ts`)).toContain('resources/operations');
});

test('npm run test:compat -- --quick names engine tests that exist', () => {
	const names = valueOf<string[]>("require('./scripts/compat').quickFiles");
	const missing = names.filter((name) => !files.some((file) => file.startsWith(name)));
	expect(names.length).toBeGreaterThan(0);
	expect(missing).toEqual([]);
});
