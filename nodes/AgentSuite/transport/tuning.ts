/**
 * The numbers that rate limits and retries go by, and why. All others of these follow from them, from the credential, or from what the
 * service says. The numbers of what is read, told, or remembered stand where they are used.
 */

/**
 * How long a request, or the 429 to it, travels at most, ms. What follows from it:
 *
 * - Requests at the two ends of a limit's time can arrive closer together by as much, so they count for longer (`SPANS`).
 * - One that got no 429 for longer has been let through, so it is not in flight any more (`Congestion`).
 * - A first backoff is at most as long: by then, the 429s to all that was sent have come (`backoffMs`). The delay of a retry is a backoff
 *   too.
 * - A poll with less time left sends nothing (`timeToWait`).
 * - So a 429 alone holds up a request for little more than twice that (`AFTER_429_MS`). Max Wait can be exceeded by that, and nobody is
 *   told of so short a wait.
 */
export const LONGEST_TRAVEL_MS = 1000;

/**
 * No backoff is longer, ms. So a minute counts as full of which a queue leaves no more unused (`evennessOf`). With a longer one, processes
 * that share a token leave more of each minute unused (simulation).
 */
export const LONGEST_BACKOFF_MS = 8000;

/**
 * How many minutes in a row have to be full, until requests are sent evenly. With the default limits, the hour is full after ten,
 * so the gap grows to a third of an even one: a single process hardly takes longer, and others find gaps (simulation).
 */
export const MINUTES_UNTIL_EVEN = 30;

/** How long a wait sleeps before it looks again whether it is over, ms. n8n 1 ignores a signal that could end a `sleep` early. */
export const RECHECK_MS = 100;

/**
 * Reads of a run in flight at a time, of credentials from n8n's database and of the service: enough for a full minute of the
 * default limits.
 */
export const READS_AT_A_TIME = 128;

/** Retries of an account in an outage: each of these reads can be sent again once. */
export const RETRIES_IN_OUTAGE = READS_AT_A_TIME;

/** How often one request is sent again at most, by what the tables say of its end (`HowOften`). After 429s, it is in any case. */
export const RETRIES = { often: 3, once: 1 };
