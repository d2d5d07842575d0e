import * as events from '../../nodes/AgentSuite/resources/events';
import type { TriggerEvent } from '../../nodes/AgentSuite/model/event';
import { triggerCases } from '../fixtures/cases';
import {
	comparable,
	nodeIn,
	readFixture,
	releases,
	replayPolls,
	replayRun,
	stopClock,
	type SavedWorkflow,
} from '../fixtures/replay';
import { useService } from '../support/service';

const service = useService();
beforeAll(stopClock);

const all = releases();

function isAlert(workflow: SavedWorkflow): boolean {
	const { event } = nodeIn(workflow).parameters;
	return Object.values<TriggerEvent>(events).find((entry) => entry.event === event)!.list.alerts;
}

test.each(all)('all fixtures of $version exist', ({ version, index }) => {
	expect(Object.keys(index).length).toBeGreaterThan(0);
	for (const [file, since] of Object.entries(index)) {
		const release = all.find((other) => other.version === since);
		expect({ version, file, there: release?.files.includes(file) }).toEqual({
			version,
			file,
			there: true,
		});
	}
});

/** The cases for the next release. Operations are checked against their own table. */
test.each(Object.keys(events))('there is a case of %s', (event) => {
	expect(triggerCases.map((entry) => entry.event)).toContain(event);
});

describe.each(all)('a workflow saved with $version', ({ version, files }) => {
	test.each(files)('%s returns the same as before', async (file) => {
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
			// An update to this version after any poll continues from the stored data.
			for (let from = 1; from < polls.length; from++) {
				const { items, stored } = polls[from - 1];
				// Apart from the activation, n8n stores nothing after a poll without an execution.
				if (from > 1 && items === null) continue;
				const options = { from, stored, durable };
				const going = await replayPolls(service, workflow, steps, options);
				const expected = itemsAfter(from);
				// A lasting alert is repeated after a restart, unless n8n also stores polls without an execution.
				if (isAlert(workflow) && !durable && going[0].items !== null) expected[0] = going[0].items;
				expect({ from, items: going.map(({ items }) => items) }).toEqual({ from, items: expected });
			}
		}
	});
});
