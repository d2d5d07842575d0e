import { seoPlatformCreate } from '../../../nodes/AgentSuite/resources/operations';
import type { ReadParameters } from '../../../nodes/AgentSuite/model/parameterTypes';
import { Problem } from '../../../nodes/AgentSuite/model/problem';

/** The request for these parameters. */
const requestOf = (parameters: ReadParameters) => seoPlatformCreate.request(parameters);

/** The same for a WordPress site of this domain. */
const requestFor =
	(domain: string, applicationPassword = 'abcd EFGH 1234 ijkl MNOP 5678') =>
	() =>
		requestOf({ platformType: 'wordpress', domain, applicationPassword, options: {} });

test.each([
	'blog.example.com',
	'xn--bcher-kva.example',
	'bücher.example',
	'https://blog.example.com',
	'HTTP://Blog.Example.com',
	'localhost.localdomain:8080',
	'example.com/blog/',
	'192.0.2.1',
	'my_blog.example.com',
	'हिन्दी.भारत',
	'example.com/wp-admin-tips',
	'example.com/wp-logins/',
])('%s is sent as it is', (domain) => {
	expect(requestFor(domain)()).toMatchObject({ body: { config: { domain } } });
});

test('a domain name is sent composed', () => {
	const config = { domain: 'müller.de' };
	expect(requestFor('mu\u0308ller.de')()).toMatchObject({ body: { config } });
});

test.each([
	'blog',
	'https://',
	'ftp://example.com',
	'-blog.example.com',
	'example..com',
	'me@example.com',
	'example.com:',
	'example.com:123456',
	'example.com?a=1',
	'example.com/a?b=1',
	'example.com/a#b',
	'example.com/@me',
	'example.com/a b',
	'example.com\\a',
	'blog.example.com, shop.example.com',
	'\u0301blog.example.com',
])('%s is refused, because a platform cannot be changed', (domain) => {
	expect(requestFor(domain)).toThrow(Problem);
});

test.each([
	'https://blog.example.com/wp-admin/',
	'blog.example.com/shop/WP-login.php',
	'blog.example.com/wp-admin',
	'blog.example.com/wp-login',
	'blog.example.com/wp-admin/index.php',
	'blog.example.com/wp-login.php;a=1',
	'blog.example.com/wp-admin%2F',
])('so is %s, which is no domain of a site', (domain) => {
	expect(requestFor(domain)).toThrow("'Domain' is the login page of WordPress");
});

test.each([
	['abcd EFGH 1234 ijkl MNOP 5678', false],
	['abcdEFGH1234ijklMNOP5678', false],
	// Of a plugin with another format.
	['app-pass-7713-2041', false],
	['me@example.com', true],
	['p@ssword-of-the-login', true],
	['secret1', true],
	['my-login-secret', true],
	['a b c d e f g', true],
])('the application password %s: refused %s, without showing it', (password, isRefused) => {
	const request = requestFor('blog.example.com', password);
	if (!isRefused) return expect(request).not.toThrow();
	expect(request).toThrow("'Application Password' is not an application password of WordPress");
	const line = expect.stringContaining(password) as string;
	expect(request).not.toThrow(expect.objectContaining({ line }));
});

test.each([
	['shopify', false],
	['WordPress', true],
	['wix', true],
	// Selecting Other in the menu is no way out.
	['other', false],
])('Custom Type %s: refused %s', (customType, isRefused) => {
	const request = () => requestOf({ platformType: 'other', customType, config: {}, options: {} });
	if (isRefused) expect(request).toThrow("'Custom Type' is a type of the menu");
	else expect(request()).toMatchObject({ body: { type: customType } });
});
