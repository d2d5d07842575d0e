import { idsToTry, startHere } from '../../../playground/startHere';
import { examplesLastFirst } from '../../../playground/workflows';
import { startSandbox } from '../../../sandbox';

test('each ID to try exists in the sandbox', async () => {
	const sandbox = await startSandbox();
	const ask = async (path: string, method = 'GET', body?: object) => {
		const headers = {
			authorization: `Bearer ${sandbox.tokens.admin}`,
			'content-type': 'application/json',
		};
		const options = { method, headers, body: body && JSON.stringify(body) };
		return (await fetch(sandbox.url + path, options)).status;
	};
	try {
		const ids = idsToTry;
		const snippet = `/agent/connector/snippet/${ids['Snippet ID']}`;
		const message = '/agent/connector/whatsapp/set-whatsapp-first-message';
		expect([
			await ask(`/agent/lead/${ids['Lead ID']}`),
			await ask(snippet, 'PUT', { content: 'x' }),
			await ask(message, 'PUT', { agent_id: ids['Agent ID'], first_message: 'x' }),
			await ask(`/seo/getArticlesBySeoJobId?seoJobId=${ids['SEO Job']}`),
		]).toEqual([200, 200, 200, 200]);
	} finally {
		await sandbox.close();
	}
});

test('it has a note that links the table, and only starts manually', () => {
	const { nodes } = startHere('http://localhost/table');
	expect(JSON.stringify(nodes)).toContain('[CRM leads](http://localhost/table)');
	const triggers = nodes.filter(({ type }) => /trigger$/i.test(type));
	expect(triggers.map(({ type }) => type)).toEqual(['n8n-nodes-base.manualTrigger']);
});

test('the examples are imported in reverse, because n8n lists the last one first', () => {
	const ids = examplesLastFirst().map(([id]) => id);
	expect(ids.slice(-2)).toEqual(['example-lead-sync-hubspot', 'example-lead-sync']);
	expect(ids[0]).toBe('example-mcp-server');
});
