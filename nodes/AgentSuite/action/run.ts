import type { IExecuteFunctions } from 'n8n-workflow';

import type { Run } from '../transport/run';

/** One run of the node, shared by all its items. */
export interface ActionRun extends Run {
	context: IExecuteFunctions;
	/** For the output pane, each once for any number of items. */
	warnings: Set<string>;
	explanations: Set<string>;
}
