import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import {
	leadCreated,
	leadCreatedOrUpdated,
	leadUpdated,
} from '../../../nodes/AgentSuite/resources/events';
import { withLeadKeys } from '../../../nodes/AgentSuite/resources/lead/leadKey';
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

	test('the trigger gives each lead one key of its own, and Get Many gives nobody that of another listed lead', () => {
		fc.assert(
			fc.property(steps, (sequence) => {
				const world = new World();
				const { poll, keys } = poller(leadCreatedOrUpdated);
				const keyOf = new Map<number, unknown>();
				for (const step of sequence) {
					world.step(step);
					const records = world.leads.map(({ record }) => record);
					const items = poll(records, true);
					items.forEach((item, index) => {
						const { uid } = world.leads.find(({ record: { email, phone } }) =>
							isDeepStrictEqual([email, phone], [item.email, item.phone]),
						)!;
						expect([uid, keyOf.get(uid) ?? keys()[index]]).toEqual([uid, keys()[index]]);
						keyOf.set(uid, keys()[index]);
					});
					expect(new Set(keyOf.values()).size).toBe(keyOf.size);
					withLeadKeys(records).forEach(({ leadKey }, index) => {
						const { uid } = world.leads[index];
						const owner = world.leads.find((other) => keyOf.get(other.uid) === leadKey);
						expect([uid, owner?.uid ?? uid]).toEqual([uid, uid]);
					});
				}
			}),
			options,
		);
	});
});
