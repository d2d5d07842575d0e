import type { components } from '../nodes/AgentSuite/model/service';

type Schemas = components['schemas'];
export type Platform = Schemas['Platform'];
export type Article = Schemas['Article'];
export type Snippet = Schemas['Snippet'];
export type Lead = Schemas['Lead'];
export type ActiveUser = Schemas['ActiveUser'];
export type TokenBalance = Schemas['TokenBalance'];

export interface Limits {
	/** Requests per window; 0 turns a window off. */
	minute?: number;
	hour?: number;
	day?: number;
	/** Replaces the window of a minute, as in nginx: a burst of this size, then evenly. Default: 0 for off. */
	burst?: number;
}

export interface Windows {
	minuteMs?: number;
	hourMs?: number;
	dayMs?: number;
}

export interface SandboxOptions {
	/** 0, the default, takes a free one. */
	port?: number;
	/** Only loopback addresses are accepted. */
	host?: string;
	/** The path the service is mounted below, e.g. `/api/v1`. */
	basePath?: string;
	limits?: Limits;
	/** The length of the limits' windows, so that a test's minute can be half a second. */
	windows?: Windows;
	/** Main tokens of the administrator. Default: 5000, and 1200 in the other organization. Extra tokens come on top. */
	balance?: number;
	/** Whether 429 responses carry Retry-After (default true). */
	retryAfter?: boolean;
	/** Leads generated on top of the seeded ones, always the same. */
	leadCount?: number;
	/** Articles generated on top of the seeded ones, older than those, always the same. */
	articleCount?: number;
	logger?: boolean;
}

/** A request to the service, in order of arrival. Control requests are not recorded. */
export interface RecordedRequest {
	/** Time of arrival, milliseconds since the epoch, monotonic. */
	at: number;
	method: string;
	/** Below the base path, as it came (still encoded), without the query. */
	path: string;
	query: Record<string, string | string[] | undefined>;
	headers: Record<string, string | string[] | undefined>;
	/** Parsed JSON. The raw text when it is no JSON. Undefined when there is none. */
	body: unknown;
	/** null until there is a response. It stays null if the connection was dropped first. */
	status: number | null;
	/** Tokens charged for it: more than 0 means that it was processed. */
	tokens: number;
	/** What went wrong with it on demand, if anything. */
	fault?: Fault;
}

export interface FaultMatch {
	method?: string;
	/** A string is the end of the path below the base path (without the query). */
	path?: string | RegExp;
	/** A regular expression as text, for faults that are added over HTTP. */
	pathPattern?: string;
	/** The first matching request to be hit, counted from 1 since the fault was added. */
	nth?: number;
}

interface FaultBase {
	match?: FaultMatch;
	/** How many requests are hit; 1 unless told. Infinity (over HTTP: null) never ends. */
	times?: number | null;
	/** The chance with which a matching request is hit, drawn from `seed`. */
	probability?: number;
	seed?: number;
}

export type FaultAction =
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
	/** Carries the request out, sends headers and half of the body, stalls for `ms` (or for ever). */
	| { kind: 'slowBody'; ms?: number }
	/** Carries the request out, and sends the body byte by byte, so many ms apart. */
	| { kind: 'drip'; ms: number }
	/** Carries the request out, and says of the response that it is compressed, which it is not. */
	| { kind: 'compression' }
	/** Carries the request out, and puts null and {} before and behind the records of a list. */
	| { kind: 'emptyRecords' }
	/** Destroys the socket. With `after`, contains the request out and charges it first. */
	| { kind: 'drop'; after?: boolean }
	/**
	 * Processes the request and sends half of the response: `length` (the default) announces the
	 * whole and destroys the socket, `json` announces the half and ends properly.
	 */
	| { kind: 'truncate'; variant?: 'length' | 'json' }
	/** Something that is no JSON: an HTML page with status 200 unless told. */
	| { kind: 'garbage'; status?: number; contentType?: string; body?: string }
	| { kind: 'redirect'; location: string; status?: number };

/** Something that goes wrong on demand. The first matching fault wins, before any other rule. */
export type Fault = FaultBase & FaultAction;

/** A lead to add. The sandbox fills in missing fields. */
export type NewLead = Partial<Lead> & { id?: string };

export type NewArticle = Partial<Omit<Article, 'platform'>> & { platformId?: string };

export interface SandboxTokens {
	/** An administrator of the first organisation. */
	admin: string;
	/** A second token of the same administrator: same balance, separate limits. */
	adminSecond: string;
	/** Not an administrator, first organisation. */
	member: string;
	/** An administrator of the second organisation. */
	otherOrg: string;
	/** Was valid once: 403. */
	expired: string;
	/** Was revoked: 401. */
	revoked: string;
}

export interface Sandbox {
	/** Base URL, including the base path, without a slash at the end. */
	readonly url: string;
	/** Where the control routes are: `<origin>/_sandbox`. */
	readonly controlUrl: string;
	readonly tokens: SandboxTokens;
	/** Values that no output can contain: API keys and the platforms' secrets. */
	readonly secrets: string[];
	/** The leads of the first organisation. No response contains these ids. */
	readonly leadIds: Array<{ id: string; name: string }>;
	readonly snippetIds: string[];
	readonly agentIds: string[];
	readonly seoJobIds: string[];
	readonly platformIds: string[];
	readonly requests: RecordedRequest[];
	clearRequests(): void;
	addFault(fault: Fault): void;
	clearFaults(): void;
	/** Data, balances, limits, windows, faults and recorded requests back to the start. */
	reset(): void;
	addLead(lead?: NewLead): { id: string; lead: Lead };
	updateLead(id: string, changes: Partial<Lead>): Lead;
	removeLead(id: string): void;
	/** Adds the newest article. */
	addArticle(article?: NewArticle): Article;
	updatePlatform(id: string, changes: Partial<Omit<Platform, 'id'>>): Platform;
	/** The first WhatsApp message of an agent. */
	firstMessage(agentId: string): string;
	/** The balance of the administrator of the first organisation: `extra` is 0 unless told. */
	setBalance(main: number, extra?: number): void;
	balance(): TokenBalance;
	/** Changes these limits and keeps the others. */
	setLimits(limits: Limits): void;
	/** Stops the server and ends every open connection. */
	close(): Promise<void>;
}
