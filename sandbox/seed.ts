import { generatedArticles, generatedLeads } from './generated';
import { articles, platforms } from './seedSeo';
import { homeOrg, otherOrg, type StoredLead, type StoredUser } from './records';
import type { Lead, SandboxTokens, Snippet } from './types';

/** The administrator whose balance the options and `setBalance` set. */
export const adminId = 'usr_6c1e08';

export const tokens: SandboxTokens = {
	admin: 'agst_admin_5e0c7d3b91f84a26',
	adminSecond: 'agst_adminsecond_b7a4410fd2c96e38',
	member: 'agst_member_28d9f6a1c3057be4',
	otherOrg: 'agst_otherorg_f13b8e5207ac94d6',
	expired: 'agst_expired_90c2e4d7581fb36a',
	revoked: 'agst_revoked_4ab6013ed98c7f52',
};

/** The owners of the tokens. A revoked token has no owner. */
export const holders: Record<string, { userId: string; expired?: boolean }> = {
	[tokens.admin]: { userId: adminId },
	[tokens.adminSecond]: { userId: adminId },
	[tokens.member]: { userId: 'usr_a94b73' },
	[tokens.otherOrg]: { userId: 'usr_e20d5f' },
	[tokens.expired]: { userId: adminId, expired: true },
};

/** The initial data of the sandbox. It is always the same. */
export function seed(options: { balance?: number; leadCount?: number; articleCount?: number }) {
	return {
		users: users(options.balance ?? 5000, options.balance ?? 1200),
		leads: [...leads(), ...generatedLeads(options.leadCount ?? 0, homeOrg)],
		snippets: snippets(),
		agents: agents(),
		platforms: platforms(),
		seoJobs: [
			{ id: 'seo_job_4417', clientOrgId: homeOrg },
			{ id: 'seo_job_4502', clientOrgId: homeOrg },
			{ id: 'seo_job_4618', clientOrgId: homeOrg },
			{ id: 'seo_job_7003', clientOrgId: otherOrg },
		],
		// Newest first.
		articles: [
			...articles(),
			...generatedArticles(options.articleCount ?? 0, homeOrg, 'seo_job_4417', 'plat_blog'),
		],
	};
}

/** The records of the store. */
export type Data = ReturnType<typeof seed>;

function users(balance: number, otherBalance: number): StoredUser[] {
	const user = (
		id: string,
		firstName: string,
		lastName: string,
		role: string,
		lastLoginAt: string,
		rest: Partial<StoredUser> & { isActive?: boolean } = {},
	): StoredUser => {
		const { isActive = true, clientOrgId = homeOrg, main = 800, extra = 0, deleted } = rest;
		const domain = clientOrgId === homeOrg ? 'brightwater.example.com' : 'northlight.example.org';
		const email = `${firstName}.${lastName}@${domain}`.toLowerCase();
		return {
			clientOrgId,
			deleted,
			user: { id, email, firstName, lastName, role, isActive, lastLoginAt },
			apiKey: `SECRET-apikey-${id}-9d41c7`,
			main,
			extra,
		};
	};
	return [
		user(adminId, 'Helena', 'Marsh', 'admin', '2026-03-02T08:14:05.000Z', {
			main: balance,
			extra: 250,
		}),
		user('usr_a94b73', 'Tomas', 'Lindqvist', 'member', '2026-03-01T16:40:22.000Z'),
		user('usr_3f52d8', 'Priya', 'Raman', 'member', '2026-02-27T11:03:47.000Z'),
		user('usr_b08e61', 'Oluwaseun', 'Adeyemi', 'admin', '2026-02-25T09:55:10.000Z'),
		user('usr_71c9aa', 'Greta', 'Hoffmann', 'member', '2025-10-14T13:20:31.000Z', {
			isActive: false,
		}),
		user('usr_d6640c', 'Marco', 'Bellini', 'member', '2025-08-30T07:45:00.000Z', { deleted: true }),
		user('usr_e20d5f', 'Ingrid', 'Solheim', 'admin', '2026-03-02T07:31:19.000Z', {
			clientOrgId: otherOrg,
			main: otherBalance,
			extra: 40,
		}),
		user('usr_5b7f92', 'Mateo', 'Quiroga', 'member', '2026-02-20T18:12:54.000Z', {
			clientOrgId: otherOrg,
		}),
	];
}

function leads(): StoredLead[] {
	const rows: Array<[string, string, string, string, Lead['status'], string?]> = [
		['lead_8f2k1a', 'conv_20931', 'Amelia', 'Thornton', 'not-contacted'],
		['lead_c93m7e', 'conv_20934', 'Diego', 'Fuentes', 'interested'],
		['lead_q5x0zb', 'conv_20934', 'Lucia', 'Fuentes', 'not-contacted'],
		['lead_r71v4d', 'conv_20940', 'Kwame', 'Mensah', 'contacted'],
		['lead_h0n6ts', 'conv_20947', 'Sofie', 'Van den Berg', 'not-interested'],
		['lead_e2j9wp', 'conv_20951', 'Rahul', 'Deshpande', 'interested'],
		['lead_m48y3g', 'conv_20958', 'Zoë', 'Laurent', 'not-contacted'],
		['lead_k6d1uc', 'conv_20963', 'Patrick', "O'Rourke", 'contacted'],
		['lead_t5b8ol', 'conv_20970', 'Mei-Ling', 'Chen', 'not-contacted'],
		['lead_w3z7fi', 'conv_20975', 'Jonas', 'Weiß', 'interested'],
		['lead_a1p4nr', 'conv_20982', 'Fatima', 'El Amrani', 'not-interested'],
		['lead_y9s2vh', 'conv_20990', 'Grace', 'Whitfield', 'not-contacted'],
		['lead_n7u5xq', 'conv_51102', 'Erik', 'Halvorsen', 'interested', otherOrg],
		['lead_g4i0km', 'conv_51108', 'Nadia', 'Petrova', 'not-contacted', otherOrg],
		['lead_z8o3ye', 'conv_51115', 'Samuel', 'Osei', 'contacted', otherOrg],
	];
	return rows.map(([id, agentConversationId, firstName, lastName, status, org], index) => ({
		id,
		lead: {
			agentConversationId,
			clientOrgId: org ?? homeOrg,
			firstName,
			lastName,
			email: `${firstName}.${lastName}@example.com`
				.toLowerCase()
				.replace(/ß/g, 'ss')
				.normalize('NFD')
				.replace(/[^a-z.@-]/g, ''),
			phone: `+1 202 555 01${String(index + 10)}`,
			status,
		},
	}));
}

function snippets(): Snippet[] {
	const snippet = (
		id: string,
		name: string,
		description: string,
		content: string,
		day: string,
		org = homeOrg,
	) => ({
		id,
		name,
		description,
		content,
		clientOrgId: org,
		createdAt: `2025-11-${day}T09:00:00.000Z`,
		updatedAt: `2026-01-${day}T15:30:00.000Z`,
	});
	return [
		snippet(
			'snip_hours',
			'Opening hours',
			'When the showroom is open',
			'We are open Monday to Friday, 9 to 18, and Saturday, 10 to 14.',
			'04',
		),
		snippet(
			'snip_returns',
			'Return policy',
			'How to send something back',
			'Unused items can be returned within 30 days. Shipping back is free.',
			'11',
		),
		snippet(
			'snip_booking',
			'Book a visit',
			'Invitation to the showroom',
			'Would you like to see it in person? Book at https://brightwater.example.com/visit.',
			'19',
		),
		snippet(
			'snip_nl_intro',
			'Introduction',
			'Who we are',
			'Northlight installs solar roofs in all of Scandinavia.',
			'22',
			otherOrg,
		),
	];
}

interface Agent {
	id: string;
	clientOrgId: string;
	name: string;
	firstMessage: string;
}

function agents(): Agent[] {
	return [
		{
			id: 'agent_reception',
			clientOrgId: homeOrg,
			name: 'Reception',
			firstMessage: 'Hello! How can we help you today?',
		},
		{
			id: 'agent_sales',
			clientOrgId: homeOrg,
			name: 'Sales',
			firstMessage: 'Hi {{firstName}}, thanks for your interest.',
		},
		{
			id: 'agent_nl_sales',
			clientOrgId: otherOrg,
			name: 'Solar advice',
			firstMessage: 'Hei! Ask us about solar roofs.',
		},
	];
}
