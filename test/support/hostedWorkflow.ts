/** A workflow in n8n: what n8n stores of it, what its triggers share in memory, and who writes to both. */
import type { PackageDirectoryLoader } from 'n8n-core';
import { Workflow, type IDataObject, type INode, type IWorkflowSettings } from 'n8n-workflow';

import { nodeTypesOf } from './engine';

let workflows = 0;

/** A copy without what n8n notes about changes. */
export const copyOf = (data: IDataObject): IDataObject =>
	JSON.parse(JSON.stringify(data)) as IDataObject;

export class HostedWorkflow {
	readonly id = `trigger-workflow-${++workflows}`;
	/** Its triggers, in the order of the nodes. */
	readonly triggers: Array<{ readonly node: INode }> = [];
	/** The static data of the workflow and all its nodes in n8n's database. */
	staticData: IDataObject = {};
	/** The durable cursors in n8n's database, by the ID of the node. */
	readonly cursors: Record<string, IDataObject> = {};
	/**
	 * The workflow in memory. n8n's own timers poll all its triggers with one, and its scheduler loads one for each poll, with
	 * the static data as it is then.
	 */
	workflow!: Workflow;
	/** What n8n has written to its database for this workflow, bytes. */
	savedBytes = 0;
	publications = 0;
	isPublished = false;
	/** What ended with an earlier process has another number. */
	process = 0;

	load(loader: PackageDirectoryLoader, settings: IWorkflowSettings): void {
		this.workflow = new Workflow({
			id: this.id,
			name: 'Test',
			nodes: this.triggers.map(({ node }) => node),
			connections: {},
			active: true,
			nodeTypes: nodeTypesOf(loader),
			settings: { executionOrder: 'v1', ...settings },
			staticData: structuredClone(this.staticData),
		});
	}

	/** Stores all static data of a workflow in memory, if any of it has changed. n8n does so with each emission, and does not wait. */
	saveChanges({ staticData }: Workflow): void {
		const changes = staticData as { __dataChanged?: boolean };
		if (changes.__dataChanged !== true) return;
		const json = JSON.stringify(staticData);
		this.savedBytes += json.length;
		this.staticData = JSON.parse(json) as IDataObject;
		changes.__dataChanged = false;
	}

	/**
	 * An execution gets a copy of all static data. If a Code node has changed it, n8n stores that copy whole at the end.
	 * @returns what to call at the end
	 */
	startExecution(codeNode: (global: IDataObject) => void): () => void {
		const copy = copyOf(this.staticData);
		return () => {
			codeNode((copy.global ??= {}) as IDataObject);
			this.staticData = copy;
		};
	}
}
