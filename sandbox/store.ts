import { homeOrg, type StoredArticle, type StoredUser } from './records';
import { adminId, holders, seed, type Data } from './seed';
import { generatedArticle, generatedLead } from './generated';
import type {
	Article,
	Lead,
	NewArticle,
	NewLead,
	Platform,
	SandboxOptions,
	TokenBalance,
} from './types';

export interface Caller {
	token: string;
	expired: boolean;
	user: StoredUser;
}

/** The data of the service, and changes to it by tests. */
export class Store {
	data: Data;
	private created = 0;

	constructor(private readonly options: SandboxOptions) {
		this.data = seed(options);
	}

	/** Restores the seed. */
	reset(): void {
		this.data = seed(this.options);
		this.created = 0;
	}

	/** The owner of a bearer token, or undefined if the token is invalid. */
	caller(token: string): Caller | undefined {
		if (!Object.hasOwn(holders, token)) return undefined;
		const { userId, expired = false } = holders[token];
		return { token, expired, user: this.user(userId) };
	}

	/** A running number for new records. */
	next(): number {
		this.created += 1;
		return this.created;
	}

	addLead({ id, ...given }: NewLead = {}): { id: string; lead: Lead } {
		const made = generatedLead((this.options.leadCount ?? 0) + this.next(), homeOrg);
		const stored = { id: id ?? made.id, lead: { ...made.lead, ...given } };
		if (this.data.leads.some((other) => other.id === stored.id)) {
			throw new Error(`There is already a lead ${stored.id}`);
		}
		this.data.leads.push(stored);
		return structuredClone(stored);
	}

	updateLead(id: string, changes: Partial<Lead>): Lead {
		const stored = found(
			this.data.leads.find((lead) => lead.id === id),
			'lead',
			id,
		);
		stored.lead = { ...stored.lead, ...changes };
		return { ...stored.lead };
	}

	removeLead(id: string): void {
		this.data.leads = this.data.leads.filter((lead) => lead.id !== id);
	}

	addArticle(given: NewArticle = {}): Article {
		const number = (this.options.articleCount ?? 0) + this.next();
		const stored = { ...generatedArticle(number, homeOrg, 'seo_job_4417', 'plat_blog'), ...given };
		this.data.articles.unshift(stored);
		return structuredClone(this.article(stored));
	}

	updateArticle(id: string, changes: Partial<Omit<NewArticle, 'id'>>): Article {
		const stored = found(
			this.data.articles.find((article) => article.id === id),
			'article',
			id,
		);
		return structuredClone(this.article(Object.assign(stored, changes)));
	}

	updatePlatform(id: string, changes: Partial<Omit<Platform, 'id'>>): Platform {
		const platform = found(
			this.data.platforms.find((item) => item.id === id),
			'platform',
			id,
		);
		return structuredClone(Object.assign(platform, changes));
	}

	/** The article as the service returns it, with the current state of its platform. */
	article({ platformId, ...article }: StoredArticle): Article {
		const platform = found(
			this.data.platforms.find((item) => item.id === platformId),
			'platform',
			platformId,
		);
		return { ...article, platform };
	}

	firstMessage(agentId: string): string {
		const agent = this.data.agents.find(({ id }) => id === agentId);
		return found(agent, 'agent', agentId).firstMessage;
	}

	setBalance(main: number, extra = 0): void {
		Object.assign(this.user(adminId), { main, extra });
	}

	/** A user's balance as the service returns it. */
	balance(userId: string = adminId): TokenBalance {
		const { main, extra, apiKey } = this.user(userId);
		return {
			mainTokenCount: main,
			extraTokenCount: extra,
			totalTokenCount: main + extra,
			refillBalanceActive: false,
			refillBalanceUpTo: 5000,
			minBalanceBeforeRefill: 500,
			apiKey,
		};
	}

	private user(id: string): StoredUser {
		return found(
			this.data.users.find((item) => item.user.id === id),
			'user',
			id,
		);
	}
}

function found<T>(record: T | undefined, what: string, id: string): T {
	if (record === undefined) throw new Error(`There is no ${what} ${id}`);
	return record;
}
