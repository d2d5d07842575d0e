import { testDelivery } from '../support/server/deliverySuite';

testDelivery('default');
