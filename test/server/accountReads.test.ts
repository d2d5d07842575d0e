import { testAccountReads } from '../support/server/accountReadsSuite';

testAccountReads('default');
