import { testDelivery } from '../../support/server/deliverySuite';

describe.each(['scheduler', 'durable'] as const)('polling in %s mode', testDelivery);
