import { Problem } from '../../model/problem';

/** The Problem of a value of the credential that cannot be used, for which nothing is sent. */
export function credentialProblem(message: string, description: string): Problem {
	return new Problem({
		kind: 'input',
		message,
		description: `${description} Nothing was sent.`,
		failure: { cause: 'configuration-invalid' },
	});
}
