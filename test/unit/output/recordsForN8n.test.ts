import { recordsForN8n } from '../../../nodes/AgentSuite/output/recordsForN8n';

test('a field "error" is renamed in a copy, and no part of the record is shared', () => {
	const record = { error: 'sync', serviceError: 'own', nested: { list: [1] } };
	const [shown] = recordsForN8n([record]);
	expect(shown).toEqual({ serviceError: 'own', nested: { list: [1] }, serviceError_: 'sync' });
	expect(shown.nested).not.toBe(record.nested);
	expect(record).toHaveProperty('error');
});

test('each field of a name that "error" could get is kept', () => {
	const record = { error: 'sync', serviceError: 'own', serviceError_: 'too' };
	const { error, ...rest } = record;
	expect(recordsForN8n([record])).toEqual([{ ...rest, serviceError__: error }]);
});
