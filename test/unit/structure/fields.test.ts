/** What n8n's linter asks of fields and codex files, and users notice. It only reads literals, and our fields are generated. */
import { AgentSuiteApi } from '../../../credentials/AgentSuiteApi.credentials';
import { AgentSuite } from '../../../nodes/AgentSuite/AgentSuite.node';
import nodeCodex from '../../../nodes/AgentSuite/AgentSuite.node.json';
import triggerCodex from '../../../nodes/AgentSuite/AgentSuiteTrigger.node.json';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import * as eventTable from '../../../nodes/AgentSuite/resources/events';
import * as table from '../../../nodes/AgentSuite/resources/operations';

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

test('users find both nodes by the words of each resource', () => {
	const words = (of: Operation[]) =>
		of.flatMap(({ resource }) => resource.name.toLowerCase().split(' '));
	const watched = Object.values(eventTable).map(({ list }) => list.operation);
	expect(nodeCodex.alias).toEqual(expect.arrayContaining(words(Object.values(table))));
	expect(triggerCodex.alias).toEqual(expect.arrayContaining(words(watched)));
});
