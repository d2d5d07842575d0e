import type { IAllExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../model/operation';
import type { Connection } from './connection';
import type { Budget } from './pacing/budget';
import type { Halt } from './pacing/halt';
import type { Mutex } from './pacing/mutex';
import type { RunUsage } from './pacing/runUsage';
import type { RateLimiters } from './rateLimiter/registry';
import type { PreparedRequest } from './request';

/** What tests replace. */
export interface SendSettings {
	backoffMs?: number;
	/** Default: those of the process. */
	limiters?: RateLimiters;
}

/** What all requests of one run of a node share. */
export interface Run extends SendSettings {
	context: IAllExecuteFunctions;
	usage: RunUsage;
	halt: Halt;
	/** The tokens of the node in this execution, also in its other runs. */
	budget: Budget;
	/** One request of an account at a time waits for the rate limit, so that each has all of its Max Wait. */
	accountQueue: Mutex;
}

/** One request, with its settings. */
export interface Call {
	operation: Operation;
	connection: Connection;
	request: PreparedRequest;
	/** Time for the whole response, ms. */
	timeoutMs: number;
	/** Label of the option that sets it, if there is one. */
	timeoutOption?: string;
	/** Maximum time it waits for the rate limit, a pause that the service asks for, and reserved tokens, over all attempts. */
	maxWaitMs: number;
	/** When it has to end, by `steadyClock`. Only polls have one, because n8n limits their time. */
	deadline?: number;
	/** In the execution, 0 for no limit. */
	maxTokens: number;
	/** Secret texts in the request, apart from the token. */
	secrets: string[];
	/** Texts of its other parameters. The output of a success can repeat them, even if they contain a secret. */
	ordinaryTexts: string[];
}
