import { validateRequest } from '../../../sandbox/contract';

const headers = { Authorization: 'Bearer x', 'Content-Type': 'application/json' };

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
