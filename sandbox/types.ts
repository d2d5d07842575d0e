import type { components } from './service';

/** The records of the contract. */
export type Schemas = components['schemas'];
export type Platform = Schemas['Platform'];
export type Article = Schemas['Article'];
export type Snippet = Schemas['Snippet'];
export type Lead = Schemas['Lead'];
export type ActiveUser = Schemas['ActiveUser'];
export type TokenBalance = Schemas['TokenBalance'];

export interface Limits {
	/** Requests per window. 0 turns a window off. */
	minute?: number;
	hour?: number;
	day?: number;
	/** Replaces the window of a minute, as in nginx: a burst of this size, then an even rate. Default: 0 for off. */
	burst?: number;
}

export interface Windows {
	minuteMs?: number;
	hourMs?: number;
	dayMs?: number;
}

export interface SandboxOptions {
	/** Default: 0 for a free port. */
	port?: number;
	/** Only loopback addresses are accepted. */
	host?: string;
	/** The path the service is mounted below, e.g. `/api/v1`. */
	basePath?: string;
	limits?: Limits;
	/** The length of the windows, so that a minute in a test can be half a second. */
	windows?: Windows;
	/** Main tokens of the administrator. Default: 5000, and 1200 in the other organization. Extra tokens come on top. */
	balance?: number;
	/** Whether 429 responses contain Retry-After. Default: true. */
	retryAfter?: boolean;
	/** Leads generated on top of the seeded ones, always the same. */
	leadCount?: number;
	/** Articles generated on top of the seeded ones, older than those, always the same. */
	articleCount?: number;
}

/** A request to the service, in order of arrival. */
export interface RecordedRequest {
	/** Time of arrival, milliseconds since the epoch, monotonic. */
	at: number;
	method: string;
	/** Below the base path, still encoded, without the query. */
	path: string;
	query: Record<string, string | string[] | undefined>;
	headers: Record<string, string | string[] | undefined>;
	/** Parsed JSON, or the raw text if it is not JSON. Undefined without a body. */
	body: unknown;
	/** null until there is a response. It stays null if the connection was dropped first. */
	status: number | null;
	/** Tokens charged for it. More than 0 means that it was processed. */
	tokens: number;
	/** The fault that hit it, if any. */
	fault?: Fault;
}

export interface FaultMatch {
	method?: string;
	/** A string is the end of the path below the base path (without the query). */
	path?: string | RegExp;
	/** The first matching request to be hit, counted from 1 since the fault was added. */
	nth?: number;
}

interface FaultBase {
	match?: FaultMatch;
	/** Number of requests to hit. Default: 1. null never ends. */
	times?: number | null;
	/** The probability that a matching request is hit, drawn from `seed`. */
	probability?: number;
	seed?: number;
}

type FaultAction =
	/** Any status, instead of the response. With `after`, the request is still processed and charged. */
	| {
			kind: 'status';
			status: number;
			after?: boolean;
			headers?: Record<string, string>;
			body?: unknown;
			contentType?: string;
	  }
	/** 429. `retryAfter` in seconds or a date, or false for none. Default: 1. */
	| { kind: 'rateLimit'; retryAfter?: number | string | false }
	/** Waits, then processes the request. With `after`, processes it and then waits. */
	| { kind: 'slow'; ms: number; after?: boolean }
	/** Processes the request, sends headers and half of the body, and stalls for `ms` (default: forever). */
	| { kind: 'slowBody'; ms?: number }
	/** Processes the request, and sends the body byte by byte, `ms` apart. */
	| { kind: 'drip'; ms: number }
	/** Processes the request, and marks the response as compressed, although it is not. */
	| { kind: 'compression' }
	/** Processes the request, and puts null and {} before and after the records of a list. */
	| { kind: 'emptyRecords' }
	/** Destroys the socket. With `after`, processes and charges the request first. */
	| { kind: 'drop'; after?: boolean }
	/**
	 * Processes the request and sends half of the response: `length` (the default) announces the
	 * whole and destroys the socket, `json` announces the half and ends properly.
	 */
	| { kind: 'truncate'; variant?: 'length' | 'json' }
	/** A body that is not JSON. Default: an HTML page with status 200. */
	| { kind: 'garbage'; status?: number; contentType?: string; body?: string }
	| { kind: 'redirect'; location: string; status?: number };

/** A fault on demand. The first matching fault wins, before any other rule. */
export type Fault = FaultBase & FaultAction;

/** A lead to add. The sandbox fills in missing fields. */
export type NewLead = Partial<Lead> & { id?: string };

export type NewArticle = Partial<Omit<Article, 'platform'>> & { platformId?: string };

export interface SandboxTokens {
	/** An administrator of the first organization. */
	admin: string;
	/** A second token of the same administrator, with the same balance and separate limits. */
	adminSecond: string;
	/** Not an administrator, first organization. */
	member: string;
	/** An administrator of the second organization. */
	otherOrg: string;
	/** Expired: 403. */
	expired: string;
	/** Revoked: 401. */
	revoked: string;
}

export interface Sandbox {
	/** Base URL, including the base path, without a trailing slash. */
	readonly url: string;
	readonly tokens: SandboxTokens;
	/** Values that no output can contain, such as API keys and the secrets of platforms. */
	readonly secrets: string[];
	/** The leads of the first organization. No response contains these IDs. */
	readonly leadIds: Array<{ id: string; name: string }>;
	readonly snippetIds: string[];
	readonly agentIds: string[];
	readonly seoJobIds: string[];
	readonly platformIds: string[];
	readonly requests: RecordedRequest[];
	clearRequests(): void;
	addFault(fault: Fault): void;
	clearFaults(): void;
	/** Resets data, balances, limits, windows, faults, and recorded requests. */
	reset(): void;
	addLead(lead?: NewLead): { id: string; lead: Lead };
	updateLead(id: string, changes: Partial<Lead>): Lead;
	removeLead(id: string): void;
	/** Adds the newest article. */
	addArticle(article?: NewArticle): Article;
	updateArticle(id: string, changes: Partial<Omit<NewArticle, 'id'>>): Article;
	updatePlatform(id: string, changes: Partial<Omit<Platform, 'id'>>): Platform;
	/** The first WhatsApp message of an agent. */
	firstMessage(agentId: string): string;
	/** Sets the balance of the administrator of the first organization. `extra` is 0 by default. */
	setBalance(main: number, extra?: number): void;
	balance(): TokenBalance;
	/** Changes these limits and keeps the others. */
	setLimits(limits: Limits): void;
	/** Stops the server and ends every open connection. */
	close(): Promise<void>;
}
