import { startSandbox } from '../../sandbox';
import { loadPackage } from './engine';
import { expectNoSecrets } from './secrecy';
import { Service } from './service';
import { shortenMinute } from './windows';

/** Until a window that the limiter has filled opens again, ms. */
export const SPAN = 4000;
/** By how much the window of the service is shorter, ms: on a busy machine requests take as long to arrive. */
const MARGIN = 1500;

/** Fields of the credential that make the node keep to the limit of the service. */
export const paced = { requestsPerMinute: 100 };

/** Parameters with which each item sends a read of its own. */
export const each = { leadId: '={{ "lead_8f2k1a" }}', options: { reuseReads: false } };

export const items = (count: number) => Array.from({ length: count }, (_, place) => ({ place }));

/**
 * A service with short windows for each test of a file: what a limiter has learned belongs to a base URL.
 * After each test no secret can be in the output.
 */
export function usePacedService(): Service {
	const service = new Service();
	// By the clock: another program can take the machine for a moment, and then it can be tried again.
	jest.retryTimes(2, { logErrorsBeforeRetry: true });
	jest.setTimeout(60_000);
	beforeAll(async () => {
		service.loader = await loadPackage();
	});
	beforeEach(async () => {
		// The limiter adds a twentieth to a short minute.
		shortenMinute(Math.round(SPAN / 1.05));
		service.sandbox = await startSandbox({ windows: { minuteMs: SPAN - MARGIN } });
	});
	afterEach(async () => {
		await service.sandbox.close();
		const { tokens, secrets } = service.sandbox;
		expectNoSecrets(service.last!, [...Object.values(tokens), ...secrets]);
	});
	return service;
}
