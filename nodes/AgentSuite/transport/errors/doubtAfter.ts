import { doubtAbout } from '../../texts/doubt';
import type { Fate } from '../outcomes/outcome';
import type { Request } from '../request';

/** What to do about a request that the service might have processed. Empty unless that is so. */
export const doubtAfter = (fate: Fate, { operation }: Pick<Request, 'operation'>): string =>
	fate === 'unclear' ? doubtAbout(operation.effect, operation.advice.inDoubt) : '';
