/** What n8n's linter asks of fields and codex files, and users notice. It only reads literals, and our fields are generated. */
import { AgentSuiteApi } from '../../../credentials/AgentSuiteApi.credentials';
import { AgentSuite } from '../../../nodes/AgentSuite/AgentSuite.node';
import nodeCodex from '../../../nodes/AgentSuite/AgentSuite.node.json';
import triggerCodex from '../../../nodes/AgentSuite/AgentSuiteTrigger.node.json';

test('n8n hides password fields', () => {
	const fields = [...new AgentSuite().description.properties, ...new AgentSuiteApi().properties];
	const secret = fields.filter(({ displayName }) => /password|token$/i.test(displayName));
	expect(secret.map(({ name }) => name).sort()).toEqual(['accessToken', 'applicationPassword']);
	for (const { typeOptions } of secret) expect(typeOptions?.password).toBe(true);
});

test('the codex files only have categories that n8n knows', () => {
	const known = ['Sales', 'Marketing & Content', 'Communication', 'Finance & Accounting'];
	const used = [nodeCodex, triggerCodex].flatMap(({ categories }) => categories);
	expect(known).toEqual(expect.arrayContaining(used));
});
