import type { Row } from './row';
import { blocks } from './rows/blocks';
import { limit, refusals } from './rows/limits';
import { list } from './rows/list';
import { ordinary } from './rows/ordinary';
import { poll } from './rows/poll';
import { recipes } from './rows/recipes';
import { sharing } from './rows/sharing';

export const rows: Row[] = [ordinary, limit, refusals, sharing, list, blocks, poll, recipes];
