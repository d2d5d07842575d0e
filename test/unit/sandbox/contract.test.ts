import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { validateRequest } from '../../../sandbox/contract';

const root = join(__dirname, '../../..');
const run = promisify(execFile);
const headers = { Authorization: 'Bearer x', 'Content-Type': 'application/json' };

test('the record types are those of the document', async () => {
	// In a separate process, because the generator is an ES module, which Jest does not load.
	const script = `require('./sandbox/generateTypes').serviceTypes().then((text) => process.stdout.write(text))`;
	const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
	const { stdout } = await run(process.execPath, [tsx, '-e', script], { cwd: root });
	expect(stdout).toBe(await readFile(join(root, 'nodes/AgentSuite/model/service.d.ts'), 'utf8'));
}, 60_000);

test.each([
	['no token', { method: 'GET', path: '/agent/lead', headers: {} }, 'Authorization'],
	['a slash in an id', { method: 'GET', path: '/agent/lead/a/b', headers }, 'no operation'],
	[
		'a body on GET',
		{ method: 'GET', path: '/agent/lead', headers, body: {} },
		'body must be absent',
	],
	[
		'no query',
		{ method: 'GET', path: '/seo/getArticlesBySeoJobId', headers },
		'query seoJobId is required',
	],
	['no body', { method: 'PUT', path: '/agent/connector/snippet/x', headers }, 'body is required'],
	[
		'no JSON',
		{
			method: 'PUT',
			path: '/agent/connector/snippet/x',
			headers: { authorization: 'Bearer x' },
			body: {},
		},
		'Content-Type',
	],
])('a request with %s is told', (_what, request, problem) => {
	expect(validateRequest(request).errors.join()).toContain(problem);
});
