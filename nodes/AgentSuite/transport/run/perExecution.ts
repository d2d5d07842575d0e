import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { steadyClock } from '../clock';

/**
 * After the last use, ms. n8n tries a node again within seconds. `onExecutionFinish` (n8n 2.41) could not replace it, because some
 * contexts have none.
 */
const KEEP_MS = 3_600_000;

/**
 * The object that n8n hands to all tries and runs of a node in one execution. n8n's own agents run a node outside of an
 * execution, where n8n throws: then each call stands alone.
 */
export function handedObject(context: Pick<IExecuteFunctions, 'getContext'>): IContextObject {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}

/**
 * What this process remembers of a node in one execution, over all tries of Retry On Fail and all runs in a loop.
 *
 * n8n hands the same object to all of them, but does not document that. So it is also found by the IDs of execution and
 * node. An execution that n8n does not store has no ID, and then only the object counts.
 */
export class PerExecution<Memory extends object> {
	private readonly byContext = new WeakMap<object, Memory>();
	private readonly byIds = new Map<string, { memory: Memory; until: number }>();

	/** @param start what is remembered at first */
	constructor(private readonly start: () => Memory) {}

	/** @param now ms, by `steadyClock` */
	of(
		context: Pick<IExecuteFunctions, 'getContext' | 'getExecutionId' | 'getNode'>,
		now = steadyClock.now(),
	): Memory {
		const handed = handedObject(context);
		const executionId = context.getExecutionId();
		const ids = executionId ? `${executionId} ${context.getNode().id}` : undefined;
		this.forget(now);

		const known = this.byContext.get(handed) ?? (ids && this.byIds.get(ids)?.memory);
		const memory = known || this.start();
		this.byContext.set(handed, memory);
		if (ids) this.byIds.set(ids, { memory, until: now + KEEP_MS });
		return memory;
	}

	private forget(now: number): void {
		for (const [ids, { until }] of this.byIds) {
			if (now >= until) this.byIds.delete(ids);
		}
	}
}
