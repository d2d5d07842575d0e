import type { Row } from './row';
import { limit, refusals } from './rows/limits';
import { list } from './rows/list';
import { ordinary } from './rows/ordinary';
import { poll } from './rows/poll';
import { sharing } from './rows/sharing';

export const rows: Row[] = [ordinary, limit, refusals, sharing, list, poll];
/** Those that take seconds with few requests. The others wait for the limits of the service. */
export const quickRows: Row[] = [ordinary, sharing, list, poll];
