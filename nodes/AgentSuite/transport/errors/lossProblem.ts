import { Problem } from '../../model/problem';
import { losses } from '../outcomes/losses';
import type { LossName } from '../receive/loss';
import type { Request } from '../request';

/** The Problem of a request without a response that can be read. */
export function lossProblem(name: LossName, { url, timeoutMs, hasOptions }: Request): Problem {
	const { host } = new URL(url);
	const { headline, advice = '', cause } = losses[name].says({ host, timeoutMs, hasOptions });
	return new Problem({
		kind: 'connection',
		headline,
		description: advice,
		...(cause && { failure: { cause } }),
	});
}
