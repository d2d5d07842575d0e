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
	const { headline, advice, cause } = lossTexts[name](new URL(request.url).host, request);
	const { operation } = request;
	const { effect } = operation;
	const inDoubt = isInDoubt(effect, fate);
	return new Problem({
		kind: 'connection',
		headline,
		description: sentences(
			advice,
			fate === 'unclear' && doubtAbout[effect],
			inDoubt && operation.advice.inDoubt,
		),
		inDoubt,
		...(cause && { failure: { cause } }),
	});
}

/** The Problem of an exception that nobody foresaw, after which the request might have been processed. */
export function unforeseenProblem(error: unknown, fate: Fate, request: Request): Problem {
	const { effect } = request.operation;
	const problem = unexpectedProblem(error, request);
	return problem.with({
		description: `${doubtAbout[effect]} ${problem.description}`,
		inDoubt: isInDoubt(effect, fate),
	});
}
