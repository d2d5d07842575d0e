import { Faults } from './faults';
import { SlidingWindows } from './limits';
import { Store } from './store';
import type { RecordedRequest, SandboxOptions } from './types';

/** The parts of a running sandbox, apart from its socket. */
export interface Parts {
	store: Store;
	faults: Faults;
	windows: SlidingWindows;
	requests: RecordedRequest[];
	/** Restores the initial state. */
	reset(): void;
}

/** Creates the parts of a sandbox from its options. */
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
