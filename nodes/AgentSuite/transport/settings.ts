import { Accounts } from './account/accounts';

/** How requests are sent. Only tests change it. */
export const sendSettings = {
	/** The longest delay of the second attempt, ms. It doubles for each further one. */
	retryDelayMs: 500,
	/** n8n loads this module once per process. */
	accounts: new Accounts(),
};
