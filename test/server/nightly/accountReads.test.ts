import { testAccountReads } from '../../support/server/accountReadsSuite';

describe.each(['scheduler', 'durable'] as const)('polling in %s mode', testAccountReads);
