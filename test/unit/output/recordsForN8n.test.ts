import { recordsForN8n } from '../../../nodes/AgentSuite/output/recordsForN8n';

test('a field "error" is renamed in a copy, and no part of the record is shared', () => {
	const record = { error: 'sync', serviceError: 'own', nested: { list: [1] } };
	const [shown] = recordsForN8n([record]);
	expect(shown).toEqual({ serviceError: 'own', nested: { list: [1] }, serviceError_: 'sync' });
	expect(shown.nested).not.toBe(record.nested);
	expect(record).toHaveProperty('error');
});
