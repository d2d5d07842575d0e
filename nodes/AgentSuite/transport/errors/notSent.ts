/** Why a request, or another attempt of it, is not sent. Each reason stands where it is decided. */

import { Problem, type ProblemParts } from '../../model/problem';
import type { Request } from '../request';
import { asProblem } from './unexpected';

/** Why a request is not sent. What waits throws it, and `send.ts` returns it. */
export class NotSent extends Problem {
	/** Whether it is told without what an earlier attempt came to: a person has stopped the execution, or nobody foresaw it. */
	readonly hidesEarlier: boolean;

	constructor({ hidesEarlier = false, ...parts }: ProblemParts & { hidesEarlier?: boolean }) {
		super(parts);
		this.hidesEarlier = hidesEarlier;
	}
}

/** What was thrown before it was sent: a reason, or what nobody foresaw. */
export const asNotSent = (error: unknown, request: Request): NotSent =>
	error instanceof NotSent
		? error
		: new NotSent({ ...asProblem(error, request).parts, hidesEarlier: true });
