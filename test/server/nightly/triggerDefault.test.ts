import { testTrigger } from '../../support/server/triggerSuite';

testTrigger('default');
