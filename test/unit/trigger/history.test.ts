import fc from 'fast-check';

import { leadCreated, leadUpdated } from '../../../nodes/AgentSuite/events';
import { steps, World } from './model';
import { poller } from './poller';

describe('over any sequence of lists', () => {
	const options = {
		numRuns: Number(process.env.RUNS ?? 300),
		seed: Number(process.env.SEED ?? 20_26),
	};

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
					const expected = world.leads
						.filter(({ uid }) => edited.has(uid))
						.map(({ uid, record }) => ({ record, names: [...(edited.get(uid) ?? [])].sort() }));
					const items = poll(world.leads.map(({ record }) => record));
					// Two leads of one conversation that are both edited beyond recognition may be mixed up.
					expect(items).toEqual(
						expected.map(({ record }) => expect.objectContaining(record) as object),
					);
					const ambiguous = expected.some(({ names }) => names.includes('email'));
					if (!ambiguous) {
						expect(
							items.map(({ changedFields }) => [...(changedFields as string[])].sort()),
						).toEqual(expected.map(({ names }) => names));
					}
				}
			}),
			options,
		);
	});
});
