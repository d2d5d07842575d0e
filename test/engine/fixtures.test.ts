import { publicOperations } from '../unit/structure/contract';
import {
	comparable,
	fixtureFiles,
	nodeIn,
	readFixture,
	replayPolls,
	replayRun,
	stopClock,
} from '../fixtures/replay';
import { useService } from '../support/service';

const service = useService();
beforeAll(stopClock);

const folders = fixtureFiles();

test('there are fixtures, of all operations and events', () => {
	const first = folders.find(({ version }) => version === '0.1.0');
	if (!first) throw new Error('npm run fixtures writes them');
	const nodes = first.files.map((file) => nodeIn(readFixture('0.1.0', file).workflow).parameters);
	const operations = new Set(
		nodes.map(({ resource, operation }) => `${String(resource)}.${String(operation)}`),
	);
	for (const { resource, operation } of publicOperations) {
		expect(operations).toContain(`${resource}.${operation}`);
	}
	expect([...new Set(nodes.flatMap(({ event }) => event ?? []))].sort()).toEqual([
		'articleCreated',
		'balanceLow',
		'leadCreated',
		'leadStatusChanged',
		'leadUpdated',
		'platformInvalid',
	]);
});

describe.each(folders)('a workflow saved with $version', ({ version, files }) => {
	test.each(files)('%s gives what it gave', async (file) => {
		const fixture = readFixture(version, file);
		if ('expected' in fixture) {
			const run = await replayRun(service, fixture.workflow);
			expect(comparable(run)).toEqual(comparable(fixture.expected));
			return;
		}
		const { workflow, polls } = fixture;
		const steps = polls.map(({ changes }) => changes);
		const itemsAfter = (from: number) => polls.slice(from).map(({ items }) => items);
		for (const durable of [false, true]) {
			const anew = await replayPolls(service, workflow, steps, { durable });
			expect(anew.map(({ items }) => items)).toEqual(itemsAfter(0));
			// Updated to this version after any of the polls: it goes on from what that version had stored.
			for (let from = 1; from < polls.length; from++) {
				const { items, stored } = polls[from - 1];
				// Besides the activation, n8n stores nothing after a poll that starts no execution.
				if (from > 1 && items === null) continue;
				const options = { from, stored, durable };
				const going = await replayPolls(service, workflow, steps, options);
				expect({ from, items: going.map(({ items }) => items) }).toEqual({
					from,
					items: itemsAfter(from),
				});
			}
		}
	});
});
