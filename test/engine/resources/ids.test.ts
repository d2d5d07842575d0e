import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { RecordedRequest } from '../../../sandbox';
import { useService } from '../../support/service';

const service = useService();

/** An operation with an ID in each part of a request, and how the service reads it. */
const places: Record<string, { parameters: IDataObject; read(request: RecordedRequest): unknown }> =
	{
		'lead.get': {
			parameters: { leadId: '={{ $json.id }}' },
			read: ({ path }) => decodeURIComponent(/^\/agent\/lead\/([^/]*)$/.exec(path)?.[1] ?? ''),
		},
		'article.getBySeoJob': {
			parameters: { seoJobId: '={{ $json.id }}' },
			read: ({ path, query }) => (path === '/seo/getArticlesBySeoJobId' ? query.seoJobId : path),
		},
		'whatsApp.setFirstMessage': {
			parameters: { agentId: '={{ $json.id }}', firstMessage: 'Hi' },
			read: ({ body }) => (body as IDataObject).agent_id,
		},
	};

/** The ID that the service receives, or why nothing was sent. */
async function sent(
	operation: string,
	id: unknown,
): Promise<{ id: unknown } | { refused: string }> {
	const { parameters, read } = places[operation];
	service.sandbox.clearRequests();
	const { error } = await service.run(operation, parameters, { items: [{ id } as IDataObject] });
	const { requests } = service.sandbox;
	// The service refuses unknown IDs with 404.
	if (requests.length === 0) return { refused: error?.message ?? '' };
	expect(requests).toHaveLength(1);
	expect(Object.keys(requests[0].headers)).not.toContain('x-injected');
	expect(Object.keys(requests[0].query)).toHaveLength(operation === 'article.getBySeoJob' ? 1 : 0);
	return { id: read(requests[0]) };
}

/** Expects that the ID is refused in plain words, or arrives without surrounding spaces. */
async function arrivesOrIsRefused(operation: string, id: string): Promise<string> {
	const result = await sent(operation, id);
	if ('refused' in result) {
		expect(result.refused).toMatch(/is empty|characters that are not allowed|is an email address/);
		return 'refused';
	}
	expect(result.id).toBe(id.trim());
	return 'arrived';
}

const reserved = [...'?#[]@!$&\'()*+,;=%:|<>"{}^`~'];

describe.each(Object.keys(places))('%s', (operation) => {
	const inPath = operation === 'lead.get';
	const inBody = operation === 'whatsApp.setFirstMessage';
	const texts = ['a b', '%2e%2e', '%252f', '%0d%0aX-Injected: 1', 'a&seoJobId=b', '...', '🙂'];
	const names = ['__proto__', '{id}', '$&', 'a'.repeat(2000)];
	const climbing = [
		'.',
		'..',
		'.;a',
		'..;a',
		'/',
		'\\',
		'a/b',
		'../lead',
		'a\\..\\b',
		'a\r\nX-Injected: 1',
		'a\0b',
	];

	test.each<[string, boolean, string[]]>([
		['any other ID', true, [...reserved, ...texts, ...names]],
		['what could lead a path astray', !inPath, climbing],
		// JSON has a way to write it.
		['half a character', inBody, ['\ud800', 'a\udc00b', '\udc00\ud800']],
	])('%s arrives as it is, or is refused (%j)', async (_what, arrives, ids) => {
		for (const id of ids)
			expect([id, await arrivesOrIsRefused(operation, id)]).toEqual([
				id,
				arrives ? 'arrived' : 'refused',
			]);
	});

	test('any text is refused or arrives unchanged', async () => {
		const any = fc.oneof(
			fc.string(),
			fc.string({ unit: 'grapheme' }),
			fc.string({ unit: 'binary' }),
			fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
			fc.string({ unit: fc.constantFrom(...reserved, '.', '/', '\\', '%2e', ' ', '\n') }),
			fc.webPath(),
			fc.webQueryParameters(),
		);
		await fc.assert(
			fc.asyncProperty(any, async (id) => void (await arrivesOrIsRefused(operation, id))),
			{ numRuns: 50 },
		);
	});

	test('a number is sent as its digits', async () => {
		expect(await sent(operation, 4417)).toEqual({ id: '4417' });
		expect(await sent(operation, 0)).toEqual({ id: '0' });
		expect(await sent(operation, false)).toEqual({
			refused: expect.stringContaining('must be text'),
		});
	});
});
