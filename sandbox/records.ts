/** The records in the store of the sandbox, and their organizations. */
import type { ActiveUser, Article, Lead } from './types';

export interface StoredLead {
	id: string;
	lead: Lead;
}

export interface StoredUser {
	clientOrgId: string;
	deleted?: boolean;
	user: ActiveUser;
	apiKey: string;
	main: number;
	extra: number;
}

export type StoredArticle = Omit<Article, 'platform'> & { platformId: string };

export const homeOrg = 'org_brightwater';
export const otherOrg = 'org_northlight';
