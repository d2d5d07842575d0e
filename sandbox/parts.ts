import { Faults } from './faults';
import { SlidingWindows } from './limits';
import { Store } from './store';
import type { RecordedRequest, SandboxOptions } from './types';

/** Everything a running sandbox consists of besides its socket. */
export interface Parts {
	store: Store;
	faults: Faults;
	windows: SlidingWindows;
	requests: RecordedRequest[];
	/** Everything back to the start. */
	reset(): void;
}

/** The parts of a sandbox, as its options want them. */
export function createParts(options: SandboxOptions): Parts {
	const parts: Parts = {
		store: new Store(options),
		faults: new Faults(),
		windows: new SlidingWindows(options.limits, options.windows),
		requests: [],
		reset() {
			parts.store.reset();
			parts.faults.clear();
			parts.windows.reset();
			parts.requests.length = 0;
		},
	};
	return parts;
}
