import { billingGetTokenBalance } from './resources/operations';
import { connectionTest } from './transport/testConnection';

/**
 * How n8n tests the credential: by a method of a node, and its linter asks each node that uses the credential for one. It reads the token
 * balance, because no request costs less.
 */
export const credentialTest = { testConnection: connectionTest(billingGetTokenBalance) };
