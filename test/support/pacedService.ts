import { startSandbox } from '../../sandbox';
import { loadPackage } from './engine';
import { expectNoSecrets } from './secrecy';
import { Service } from './service';
import { shortenMinute } from './nodeSettings';

/** Time until a full window of the limiter resets, ms. */
export const SPAN = 4000;
/** How much shorter the window of the service is, ms, because requests arrive late on a busy machine. */
const MARGIN = 1500;

/** Fields of the credential that make the node keep to the limit of the service. */
export const paced = { requestsPerMinute: 100 };

/** Items only share a read with the same Max Tokens, so with this option each item sends its own. */
export const ownRead = { maxTokens: '={{ 1e6 + $itemIndex }}' };

/** Parameters with which each item sends its own read. */
export const each = { leadId: '={{ "lead_8f2k1a" }}', options: ownRead };

export const items = (count: number) => Array.from({ length: count }, (_, place) => ({ place }));

/**
 * A service with short windows for each test of a file, because the state of a limiter belongs to a base URL.
 * Each test ends with a check that the output contains no secret.
 */
export function usePacedService(): Service {
	const service = new Service();
	// These tests measure time. They are retried, because another program can block the machine for a moment.
	jest.retryTimes(2, { logErrorsBeforeRetry: true });
	jest.setTimeout(60_000);
	beforeAll(async () => {
		service.loader = await loadPackage();
	});
	beforeEach(async () => {
		shortenMinute(SPAN);
		service.sandbox = await startSandbox({ windows: { minuteMs: SPAN - MARGIN } });
	});
	afterEach(async () => {
		await service.sandbox.close();
		expectNoSecrets(service.last!, service.secrets);
	});
	return service;
}
