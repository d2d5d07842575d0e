import { Problem } from '../../model/problem';
import type { Sent } from '../secrecy/shown';
import { unexpectedProblem } from './unexpectedProblem';

/** What failed with a request, as a Problem. */
export const asProblem = (error: unknown, request: Sent): Problem =>
	error instanceof Problem ? error : unexpectedProblem(error, request);
