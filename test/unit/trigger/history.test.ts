import fc from 'fast-check';

import { leadCreated, leadUpdated } from '../../../nodes/AgentSuite/resources/events';
import { steps, World } from './model';
import { omit, poller } from './poller';

const options = {
	numRuns: Number(process.env.RUNS ?? 300),
	seed: Number(process.env.SEED ?? 20_26),
};

describe('over any sequence of lists', () => {
	test('each new lead is emitted exactly once, in the order of the list, and nothing else', () => {
		fc.assert(
			fc.property(steps, (sequence) => {
				const world = new World();
				const { poll } = poller(leadCreated);
				poll([]);
				for (const step of sequence) {
					const { added } = world.step(step);
					const expected = world.leads
						.filter(({ uid }) => added.includes(uid))
						.map(({ record }) => record);
					expect(poll(world.leads.map(({ record }) => record))).toEqual(expected);
					expect(poll(world.leads.map(({ record }) => record))).toEqual([]);
				}
			}),
			options,
		);
	});

	test('each edit of a lead is emitted exactly once, with the names of its fields', () => {
		fc.assert(
			fc.property(steps, (sequence) => {
				const world = new World();
				const { poll } = poller(leadUpdated);
				poll([]);
				for (const step of sequence) {
					const { edited } = world.step(step);
					const changed = world.leads.filter(({ uid }) => edited.has(uid));
					const items = poll(world.leads.map(({ record }) => record));
					const seen = items.map(({ changedFields, ...item }) => ({
						record: omit(item, 'previousStatus'),
						names: [...(changedFields as string[])].sort(),
					}));
					const expected = changed.map(({ uid, record }) => ({
						record,
						names: [...(edited.get(uid) ?? [])].sort(),
					}));
					expect(seen).toEqual(expected);
				}
			}),
			options,
		);
	});
});
