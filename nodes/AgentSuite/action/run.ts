import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Call, Run } from '../transport/call';
import { recordsOf, send } from '../transport/send';

/** One run of the node, shared by all its items. */
export interface ActionRun extends Run {
	context: IExecuteFunctions;
	/** For the output pane, each once for any number of items. */
	warnings: Set<string>;
}

/** Sends a request and reads the records of its response. */
export async function requestRecords(run: ActionRun, call: Call): Promise<IDataObject[]> {
	return recordsOf(run.context, call.operation, await send(run, call));
}
