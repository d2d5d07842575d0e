import { billingGetTokenBalance } from './resources/operations';
import { connectionTest } from './transport/testConnection';

/** The test of the credential, of which n8n's linter wants each node to name one. The cheapest request there is: 1 token. */
export const credentialTest = { testConnection: connectionTest(billingGetTokenBalance) };
