import { readFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';

import { activate, type Credential, type WorkflowFile } from '../../../playground/workflows';
import { withoutLimits } from '../credential';
import { pause, until } from '../programs/until';
import { idle, readExecutions } from './executions';
import { Server } from './server';
import { createCredential, createWorkflow, inChain } from './workflows';

export { pause, until };

const POLL_SECONDS = 3;

export const triggerName = 'Agent Suite Trigger';

/**
 * The parameter `pollTimes` of a trigger that polls every few seconds. n8n refuses cron expressions that fire more than
 * once a minute, but accepts several of them.
 */
export const everyFewSeconds = (seconds: number) => ({
	item: Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	})),
});

/** A recipe that polls every few seconds, and is otherwise unchanged. */
export function pollingOften(workflow: WorkflowFile, seconds = POLL_SECONDS): WorkflowFile {
	const often = { pollTimes: everyFewSeconds(seconds), minInterval: 0 };
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('.agentSuiteTrigger')
			? { ...node, parameters: { ...node.parameters, ...often } }
			: node,
	);
	return { ...workflow, nodes };
}

/** The trigger as a node of a workflow, polling every few seconds. */
export function pollingTrigger(credential: Credential, parameters: IDataObject) {
	return {
		id: 'a0c9a8d2-0000-4000-8000-000000000001',
		name: triggerName,
		type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: { pollTimes: everyFewSeconds(POLL_SECONDS), minInterval: 0, ...parameters },
		credentials: { agentSuiteApi: { ...credential } },
	};
}

/** A complete n8n in which one trigger polls every few seconds, and that can be killed and started again. */
export class PollingServer extends Server {
	constructor(env: NodeJS.ProcessEnv) {
		super(env, { limits: { minute: 0, hour: 0, day: 0 }, balance: 1e6 });
	}

	get url(): string {
		return this.n8n.url;
	}

	/** A credential with this token and without limits, because several workflows poll every few seconds. */
	async createCredential(accessToken: string): Promise<Credential> {
		const data = { accessToken, baseUrl: this.sandbox.url, ...withoutLimits };
		return await createCredential(this.rest, 'agentSuiteApi', data);
	}

	/** Creates a workflow with the trigger, and with other nodes behind it. */
	async createWorkflow(
		parameters: IDataObject,
		credential = this.credential,
		next: Array<{ name: string }> = [],
		settings: IDataObject = {},
	): Promise<string> {
		const nodes = [pollingTrigger(credential, parameters), ...next];
		return await createWorkflow(this.rest, {
			name: 'Trigger',
			nodes,
			connections: inChain(nodes),
			settings: { executionOrder: 'v1', saveDataSuccessExecution: 'all', ...settings },
		});
	}

	async changeWorkflow(id: string, parameters: IDataObject): Promise<void> {
		await this.rest.patch(`/rest/workflows/${id}`, {
			nodes: [pollingTrigger(this.credential, parameters)],
			connections: {},
		});
	}

	async activate(id: string): Promise<void> {
		await activate(this.rest, id);
	}

	async deactivate(id: string): Promise<void> {
		await this.rest.post(`/rest/workflows/${id}/deactivate`);
	}

	/** Waits until this many more polls have a response. @param token of the polls that count. Default: all of that path */
	async polls(count: number, polled = '/agent/lead', token?: string): Promise<void> {
		const answered = () =>
			this.sandbox.requests.filter(
				({ status, path, headers }) =>
					status === 200 &&
					path === polled &&
					(token === undefined || headers.authorization === `Bearer ${token}`),
			);
		const before = answered().length;
		await until(() => answered().length >= before + count, `${count} polls`, 60_000);
		// n8n still has to process the response.
		await pause(700);
	}

	async idle(workflowId: string): Promise<void> {
		await idle(this.rest, workflowId);
	}

	/** The output of the trigger, one list per execution. */
	async batches(workflowId: string): Promise<IDataObject[][]> {
		const executions = await readExecutions(this.rest, workflowId);
		return executions.map(({ outputs }) => outputs[triggerName] ?? []);
	}

	/** The same in one list, in the order of the executions. */
	async emitted(workflowId: string): Promise<IDataObject[]> {
		return (await this.batches(workflowId)).flat();
	}

	/** The emails of leads in executions that have succeeded, by the name of the trigger that has returned them. */
	async arrived(workflowId: string, trigger = triggerName): Promise<unknown[]> {
		const executions = await readExecutions(this.rest, workflowId);
		return executions
			.filter(({ status }) => status === 'success')
			.flatMap(({ outputs }) => (outputs[trigger] ?? []).map(({ email }) => email));
	}

	/** Waits until these leads have arrived. */
	async arrive(workflowId: string, emails: unknown[]): Promise<void> {
		const haveArrived = async () => {
			const found = await this.arrived(workflowId).catch((): unknown[] => []);
			return emails.every((email) => found.includes(email));
		};
		await until(haveArrived, 'the leads to arrive', 30_000);
	}

	/** Adds leads to the service. @returns their emails */
	addLeads(count: number): unknown[] {
		return Array.from({ length: count }, () => this.sandbox.addLead().lead.email);
	}

	/** The log of n8n since its last start. */
	log(): string {
		return readFileSync(this.n8n.logFile, 'utf8');
	}
}
