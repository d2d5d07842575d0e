import type { Problem } from '../../model/problem';
import { losses } from '../outcomes/losses';
import type { LossName } from '../receive/loss';
import type { Request } from '../request';
import { problemOf } from './problemOf';

/** The Problem of a request without a response that can be read. */
export function lossProblem(name: LossName, { url, timeoutMs, hasOptions }: Request): Problem {
	const { host } = new URL(url);
	return problemOf(losses[name].text({ host, timeoutMs, hasOptions }), { kind: 'connection' });
}
