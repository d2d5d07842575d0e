import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import { leadCreated, leadUpdated } from '../../../nodes/AgentSuite/events';
import { steps, World } from './model';
import { leadIdentity } from '../../../nodes/AgentSuite/operations/lead/leadKey';
import { poller } from './poller';
import { Reference } from './reference';

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
					const expected = world.leads
						.filter(({ uid }) => edited.has(uid))
						.map(({ uid, record }) => ({ record, names: [...(edited.get(uid) ?? [])].sort() }));
					const items = poll(world.leads.map(({ record }) => record));
					// Two leads of one conversation that are both edited beyond recognition can be mixed up.
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

/** Random lists of leads with few different values, so that many are similar and some are repeated. */
const value = (prefix: string, most: number) =>
	fc.nat(most).map((number) => `${prefix}${number || ''}`);
const orNothing = (values: fc.Arbitrary<string>) =>
	fc.oneof({ weight: 3, arbitrary: values }, fc.constantFrom('', null));
const anyLead = fc
	.record(
		{
			agentConversationId: value('c', 2),
			firstName: value('f', 1),
			lastName: orNothing(value('l', 1)),
			email: orNothing(value('e', 3)),
			phone: orNothing(value('+1 ', 2)),
			status: orNothing(value('s', 2)),
			company: value('o', 1),
		},
		{ requiredKeys: ['firstName'] },
	)
	// The order of the fields does not matter.
	.chain((lead) =>
		fc
			.shuffledSubarray(Object.entries(lead), { minLength: Object.keys(lead).length })
			.map((entries) => Object.fromEntries(entries) as IDataObject),
	);
const lists = fc.array(
	fc.record({
		leads: fc.array(anyLead, { maxLength: 9 }),
		days: fc.constantFrom(0, 0, 1, 29, 30),
		/** How much of the list before is there once more, and whether behind the others. */
		kept: fc.nat(9),
		behind: fc.boolean(),
	}),
	{ minLength: 2, maxLength: 8 },
);

test('the same as a model that keeps everything and has no hashes, whatever the lists', () => {
	fc.assert(
		fc.property(lists, (sequence) => {
			const { poll, pass, changes, isStored } = poller(leadUpdated);
			const reference = new Reference();
			let last: IDataObject[] = [];
			let today = 0;
			poll([]);
			for (const { leads, days, kept, behind } of sequence) {
				const before = last.slice(0, kept);
				last = behind ? [...leads, ...before] : [...before, ...leads];
				today += days;
				pass(days);
				poll(last);
				const seen = changes().map(({ record, before: was, number }) => ({
					record,
					changed: was?.changed,
					number,
					previousStatus: was?.literal('status'),
				}));
				expect(seen).toEqual(reference.poll(last, leadIdentity, today));
				// The next poll uses the stored state of this one.
				expect(poll(last)).toEqual([]);
				expect(isStored()).toBe(false);
				reference.poll(last, leadIdentity, today);
			}
		}),
		{ ...options, numRuns: options.numRuns * 3 },
	);
});
