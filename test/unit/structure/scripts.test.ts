/** What commands make, and the tests that they name in lists kept by hand. */
import * as operations from '../../../nodes/AgentSuite/resources/operations';
import { newOperationFiles } from '../../../scripts/docs/operationFiles';
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

test('npm run generate starts the file of each operation that has none', () => {
	expect(newOperationFiles(root)).toEqual([]);
	const started = newOperationFiles('nowhere');
	const exported = /^export const (\w+) = (defineOperation\(\w+, '\w+')/m;
	const declared = started.map(([, text]) => exported.exec(text)?.slice(1));
	expect(declared).toEqual(started.map(([path]) => exported.exec(textOf(path))?.slice(1)));
	expect(declared.map((names) => names?.[0]).sort()).toEqual(Object.keys(operations).sort());
	expect(
		started.find(([path]) => path.endsWith('billing/getTokenBalance.operation.ts'))?.[1],
	).toContain("name: 'Get Token Balance',\n\taction: 'Get token balance billing',");
});
