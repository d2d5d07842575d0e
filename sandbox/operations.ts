import type { operations as Operations } from './service';
import type { Answer, Operation, OperationId } from './contract';
import type { StoredUser } from './records';
import type { Store } from './store';
import type { Platform } from './types';

/** A refusal by the service. */
export class ServiceError extends Error {
	constructor(
		readonly statusCode: number,
		message: string,
	) {
		super(message);
	}
}

export interface Call {
	/** The values of the places of the path, by name. */
	path: Record<string, string>;
	query: Record<string, unknown>;
	body: unknown;
}

interface Context<Id extends OperationId> extends Omit<Call, 'body'> {
	store: Store;
	user: StoredUser;
	org: string;
	body: Operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
		? Body
		: undefined;
}

type Handlers = { [Id in OperationId]: (context: Context<Id>) => Answer<Id> };

const handlers: Handlers = {
	'billing.getActiveUsers': ({ store, org }) => ({
		message: 'Active users retrieved',
		users: store.data.users
			.filter((item) => item.clientOrgId === org && item.user.isActive && !item.deleted)
			.map((item) => item.user),
	}),
	'billing.getTokenBalance': ({ store, user }) => store.balance(user.user.id),
	'seoPlatform.create': ({ store, org, body }) => {
		const platform = {
			id: `plat_new${store.next()}`,
			name: body.name,
			type: body.type,
			config: body.config,
			clientOrgId: org,
			invalidConfig: isInvalid(body.type, body.config),
		};
		store.data.platforms.push(platform);
		return platform;
	},
	'seoPlatform.getAll': ({ store, org }) => ofOrg(store.data.platforms, org),
	'article.getAll': ({ store, org }) =>
		ofOrg(store.data.articles, org).map((article) => store.article(article)),
	'article.getBySeoJob': ({ store, org, query }) => {
		const { seoJobId } = query;
		own(
			store.data.seoJobs.find((job) => job.id === seoJobId),
			org,
			'SEO job',
		);
		return ofOrg(store.data.articles, org)
			.filter((article) => article.seoJobId === seoJobId)
			.map((article) => store.article(article));
	},
	'snippet.update': ({ store, org, path, body }) => {
		const snippet = own(
			store.data.snippets.find((item) => item.id === path.snippetId),
			org,
			'Snippet',
		);
		if (Object.keys(body).length === 0) return snippet;
		return Object.assign(snippet, body, { updatedAt: new Date().toISOString() });
	},
	'whatsApp.setFirstMessage': ({ store, org, body }) => {
		const agent = own(
			store.data.agents.find((item) => item.id === body.agent_id),
			org,
			'Agent',
		);
		agent.firstMessage = body.first_message;
		return { message: 'WhatsApp first message updated' };
	},
	'lead.getAll': ({ store, org }) => ({
		leads: ofOrg(
			store.data.leads.map(({ lead }) => lead),
			org,
		),
	}),
	'lead.get': ({ store, org, path }) =>
		own(store.data.leads.find((stored) => stored.id === path.leadId)?.lead, org, 'Lead'),
};

/** Runs an operation for a user and charges for it. A refused operation costs nothing. */
export function perform(operation: Operation, store: Store, user: StoredUser, call: Call): unknown {
	if (operation.role !== undefined && user.user.role !== operation.role) {
		throw new ServiceError(403, `Only users with the role ${operation.role} can do this`);
	}
	const { main, extra } = user;
	if (main + extra < operation.tokens) {
		throw new ServiceError(
			402,
			`Token balance too low: ${operation.tokens} needed, ${main + extra} left`,
		);
	}
	// Charged first, so that a response with the balance includes it.
	user.main = Math.max(0, main - operation.tokens);
	user.extra = extra - (operation.tokens - (main - user.main));
	try {
		// The body was validated against the document that its type is generated from.
		const handle = handlers[operation.operationId] as (context: object) => unknown;
		return handle({ ...call, store, user, org: user.clientOrgId });
	} catch (error) {
		Object.assign(user, { main, extra });
		throw error;
	}
}

function ofOrg<T extends { clientOrgId: string }>(records: T[], org: string): T[] {
	return records.filter((record) => record.clientOrgId === org);
}

function own<T extends { clientOrgId: string }>(
	record: T | undefined,
	org: string,
	what: string,
): T {
	if (record?.clientOrgId !== org) throw new ServiceError(404, `${what} not found`);
	return record;
}

function isInvalid(type: string, config: Platform['config']): boolean {
	if (type !== 'wordpress') return false;
	return ['domain', 'username', 'applicationPassword'].some(
		(key) => typeof config[key] !== 'string' || config[key] === '',
	);
}
