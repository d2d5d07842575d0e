/** The tests that commands name in lists kept by hand. */
import { engineTestsOf, QUICK_FILES } from '../../../scripts/tests/affected';
import { filesIn } from './source';

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
