import { doubtAbout } from '../../texts/doubt';
import { Problem } from '../../model/problem';
import { sentences } from '../../texts/words';
import { isInDoubt, type Fate } from '../outcomes/outcome';
import type { LossName } from '../outcomes/policies';
import type { Request } from '../request';
import { lossTexts } from './lossTexts';
import { unexpectedProblem } from './unexpected';

/** The Problem of a request without a response that can be read. */
export function lossProblem(name: LossName, fate: Fate, request: Request): Problem {
	const { cause, message, description } = lossTexts[name];
	const { operation, url, timeoutMs, hasOptions } = request;
	const { effect } = operation;
	const inDoubt = isInDoubt(effect, fate);
	const raiseTimeout = name === 'timeout' && hasOptions;
	return new Problem({
		kind: 'connection',
		headline: message
			.replace('{host}', new URL(url).host)
			.replace('{seconds}', String(Math.ceil(timeoutMs / 1000))),
		description: sentences(
			raiseTimeout && "Increase 'Timeout (Seconds)' if the service needs longer.",
			description,
			fate === 'unclear' && doubtAbout[effect],
			inDoubt && operation.advice.inDoubt,
		),
		inDoubt,
		...(cause && { failure: { cause } }),
	});
}

/** What failed with a request that was planned. One that nobody foresaw can also have come after it was sent. */
export const sentProblem = (error: unknown, request: Request): Problem =>
	error instanceof Problem ? error : unforeseenProblem(error, 'unclear', request);

/** The Problem of an exception that nobody foresaw, after which the request might have been processed. */
export function unforeseenProblem(error: unknown, fate: Fate, request: Request): Problem {
	const { effect } = request.operation;
	const problem = unexpectedProblem(error, request);
	return problem.with({
		description: `${doubtAbout[effect]} ${problem.description}`,
		inDoubt: isInDoubt(effect, fate),
	});
}
