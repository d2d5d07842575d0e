import { Problem } from '../model/problem';

/**
 * What only the user can change, found before anything is sent.
 * @param message what is wrong
 * @param advice what to do about it
 * @param forModel what an AI model can do
 */
export const refusal = (
	message: string,
	advice: string,
	forModel = `${advice} Then call the tool again.`,
): Problem =>
	new Problem({
		kind: 'input',
		message,
		description: `${advice} No tokens were spent.`,
		forModel: `${forModel} No tokens were spent.`,
	});
