import { homeOrg, otherOrg, type StoredArticle } from './records';
import type { Platform } from './types';

/** Three platforms of the first organization, one of them invalid, and one of the second. */
export function platforms(): Platform[] {
	return [
		{
			id: 'plat_blog',
			name: 'Brightwater Journal',
			type: 'wordpress',
			config: {
				domain: 'https://journal.brightwater.example.com',
				username: 'publisher',
				applicationPassword: 'SECRET wp7k Qm2x Xv9L bR4t Kd8s',
			},
			clientOrgId: homeOrg,
			invalidConfig: false,
		},
		{
			id: 'plat_shop',
			name: 'Brightwater Shop',
			type: 'wix',
			config: { siteId: 'b1f0c8e2-shop', apiKey: 'SECRET-wix-3e70b25a' },
			clientOrgId: homeOrg,
			invalidConfig: false,
		},
		{
			id: 'plat_landing',
			name: 'Spring campaign',
			type: 'wordpress',
			config: {
				domain: 'https://spring.brightwater.example.com',
				username: 'campaign',
				applicationPassword: '',
			},
			clientOrgId: homeOrg,
			invalidConfig: true,
		},
		{
			id: 'plat_nl_news',
			name: 'Northlight News',
			type: 'wordpress',
			config: {
				domain: 'https://news.northlight.example.org',
				username: 'redaksjon',
				applicationPassword: 'SECRET nl4h Tz6w Pc1j Ys5v',
			},
			clientOrgId: otherOrg,
			invalidConfig: false,
		},
	];
}

/** Articles over four SEO jobs, newest first. */
export function articles(): StoredArticle[] {
	const rows: Array<[number, string, string, string]> = [
		[1208, 'seo_job_4618', 'plat_blog', 'Seven ways to light a narrow hallway'],
		[1207, 'seo_job_4618', 'plat_shop', 'Brass or chrome? Choosing fittings that age well'],
		[1206, 'seo_job_4502', 'plat_blog', 'How to descale a rain shower in ten minutes'],
		[1205, 'seo_job_4502', 'plat_blog', 'What hard water does to your taps'],
		[1204, 'seo_job_4502', 'plat_shop', 'Water-saving taps compared'],
		[1203, 'seo_job_4417', 'plat_blog', 'Planning a small bathroom: the 60 cm rule'],
		[1202, 'seo_job_4417', 'plat_landing', 'Spring sale: what to look for'],
		[1201, 'seo_job_4417', 'plat_blog', 'Tiles, paint or panels?'],
	];
	const own = rows.map(([number, seoJobId, platformId, title]) =>
		article(number, seoJobId, platformId, title, homeOrg, 'journal.brightwater.example.com'),
	);
	const other = [
		article(
			702,
			'seo_job_7003',
			'plat_nl_news',
			'Solar roofs and snow',
			otherOrg,
			'news.northlight.example.org',
		),
		article(
			701,
			'seo_job_7003',
			'plat_nl_news',
			'What a kilowatt hour costs in winter',
			otherOrg,
			'news.northlight.example.org',
		),
	];
	return [...own, ...other];
}

function article(
	number: number,
	seoJobId: string,
	platformId: string,
	title: string,
	clientOrgId: string,
	site: string,
): StoredArticle {
	const slug = title
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');
	return {
		id: `art_${number}`,
		clientOrgId,
		seoJobId,
		platformId,
		title,
		content: `<h1>${title}</h1><p>A short guide, with everything that matters and nothing that does not.</p>`,
		link: `https://${site}/${slug}`,
		postId: String(number),
	};
}
