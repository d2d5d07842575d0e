import type { IDataObject } from 'n8n-workflow';

import type { Effect } from '../../model/endpoint';
import type { Problem } from '../../model/problem';

/** What an attempt came to, also one that has not reached the service. It decides everything that follows. */
export type Outcome = Success | Failure;

/** What the head of the response shows. Nothing if no response has begun. */
export interface OfHead {
	/** Of HTTP. */
	status?: number;
	/** By which the service finds the request in its logs. */
	requestId?: string;
	shows?: Shown;
}

/**
 * What a response shows of the service:
 *
 * - `works`: it has let the request through its rate limit, so the Max Wait of all starts over, and more can be in flight
 * - `rejectsAccount`: it works too, but rejects the token or its balance. Then it rejects all other requests of the account in the run:
 *   they have the same operation, so they cost the same
 */
export type Shown = 'works' | 'rejectsAccount';

export interface Success extends OfHead {
	fate: 'done';
	/** As far as they may be shown. They are all that a success says. */
	records: IDataObject[];
	/** How many others could not be read. */
	skipped: number;
	said?: undefined;
	problem?: undefined;
	retry?: undefined;
}

/** What follows from a failure. */
export interface Policy {
	fate: Exclude<Fate, 'done'>;
	/** Absent if another attempt would fail too. Whether one follows is up to `retry.ts`: a create in doubt is not sent again. */
	retry?: HowOften;
}

export interface Failure extends Policy, OfHead {
	/** What the service says, as far as it may be shown. */
	said?: string;
	problem: Problem;
}

/** How far a request got. What it cost, and whether it can have been processed, follow from it. */
export type Fate =
	/** It has not reached the service. */
	| 'unsent'
	/** A 429: it only waits, and is sent again. */
	| 'throttled'
	/** The service rejected the token, its rights, or the balance, or redirected, or a proxy did. It has done nothing else. */
	| 'turnedAway'
	/** The service rejected what the request asks for. */
	| 'rejected'
	/** The service might have processed it. */
	| 'unclear'
	/** Its records have come. */
	| 'done';

/** How often a request that ends like this can be sent again (`RETRIES`). A 429 has none: it always is. */
export type HowOften =
	/** It has most likely not been processed. */
	| 'often'
	/** It most likely has, and might be charged each time. Or it took long. */
	| 'once';

/** Whether it cost tokens. The API says that every request does, but nothing about those that fail. */
export type Charge = 'yes' | 'perhaps' | 'no';

export const chargeOf: Record<Fate, Charge> = {
	unsent: 'no',
	throttled: 'no',
	turnedAway: 'no',
	rejected: 'perhaps',
	unclear: 'perhaps',
	done: 'yes',
};

/** Whether a request that has no result might have been processed, and would be processed twice if it were sent again. */
export const isInDoubt = (effect: Effect, fate: Fate): boolean =>
	effect === 'create' && fate === 'unclear';
