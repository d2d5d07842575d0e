/** Puts the credential and the example workflows into a running n8n, and publishes them. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inOrder } from '../scripts/docs/examples';
import { readJson } from './files';
import { root } from '../scripts/shared';
import type { Rest } from './rest';

const credentialType = 'agentSuiteApi';
const credentialName = 'Agent Suite account';
export const examplesFolder = join(root, 'examples');

interface WorkflowNode {
	name: string;
	type: string;
	parameters?: { nodeCredentialType?: string };
	credentials?: Record<string, Credential>;
}

export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: object;
	settings?: object;
}

export interface Credential {
	id: string;
	name: string;
}

/** Creates the credential, or updates the existing one, because the port of the sandbox can change. */
export async function upsertCredential(
	rest: Rest,
	{ accessToken, baseUrl }: { accessToken: string; baseUrl: string },
): Promise<Credential> {
	const body = { name: credentialName, type: credentialType, data: { accessToken, baseUrl } };
	const all = await rest.get<Array<Credential & { type: string }>>('/rest/credentials');
	const known = all.find(({ name, type }) => name === credentialName && type === credentialType);
	const saved = known
		? await rest.patch<Credential>(`/rest/credentials/${known.id}`, body)
		: await rest.post<Credential>('/rest/credentials', body);
	return { id: saved.id, name: credentialName };
}

/** The importable workflows of the examples folder. */
export function exampleFiles(): string[] {
	const names = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));
	return names.sort().map((name) => join(examplesFolder, name));
}

/** A workflow of the examples folder, by the name of its file. */
export const readExample = (file: string) => readJson<WorkflowFile>(join(examplesFolder, file));

/** The ID of an example in the playground. It is the same on every machine, and so is its address. */
export function exampleId(file: string): string {
	return `example-${basename(file, '.json')}`.slice(0, 36);
}

/** The credential types of the nodes in the examples. The files name no credential, so that n8n's editor asks. */
const credentialTypes: Array<[node: RegExp, credential: string]> = [
	[/^n8n-nodes-agent-suite\./, credentialType],
	[/\.airtable$/, 'airtableTokenApi'],
	[/\.emailSend$/, 'smtp'],
	[/\.googleSheets$/, 'googleSheetsOAuth2Api'],
	[/\.highLevel$/, 'highLevelOAuth2Api'],
	[/\.hubspot$/, 'hubspotAppToken'],
	[/\.notion$/, 'notionApi'],
	[/\.pipedrive$/, 'pipedriveApi'],
	[/\.postgres$/, 'postgres'],
	[/\.salesforce$/, 'salesforceOAuth2Api'],
	[/\.slack$/, 'slackApi'],
	[/\.telegram$/, 'telegramApi'],
	[/\.lmChatOpenAi$/, 'openAiApi'],
	[/\.mcpTrigger$/, 'httpBearerAuth'],
];

/** The workflow with the given credential in each node that needs its type. */
export function withCredentials(
	workflow: WorkflowFile,
	credentials: Record<string, Credential>,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		const type =
			node.parameters?.nodeCredentialType ??
			credentialTypes.find(([asks]) => asks.test(node.type))?.[1];
		if (type === undefined || !(type in credentials)) return node;
		return { ...node, credentials: { [type]: { ...credentials[type] } } };
	});
	return { ...workflow, nodes };
}

/** The workflow, with the given credential in every node of the package. */
export function withAgentSuiteCredential(
	workflow: WorkflowFile,
	credential: Credential,
): WorkflowFile {
	return withCredentials(workflow, { [credentialType]: credential });
}

interface StoredWorkflow {
	id: string;
	isArchived?: boolean;
}

async function findWorkflow(rest: Rest, id: string): Promise<StoredWorkflow | undefined> {
	const { exists } = await rest.get<{ exists: boolean }>(`/rest/workflows/${id}/exists`);
	return exists ? await rest.get<StoredWorkflow>(`/rest/workflows/${id}`) : undefined;
}

/** What was imported before, by the ID of the workflow, so that a change of it is noticed. */
class Imported {
	private readonly hashes: Record<string, string>;

	constructor(private readonly file: string) {
		this.hashes = existsSync(file) ? readJson<Record<string, string>>(file) : {};
	}

	/** Whether the workflow differs from what was imported before. */
	isChanged(id: string, workflow: object): boolean {
		const hash = createHash('sha256').update(JSON.stringify(workflow)).digest('hex');
		const isChanged = this.hashes[id] !== hash;
		this.hashes[id] = hash;
		writeFileSync(this.file, JSON.stringify(this.hashes, null, 2));
		return isChanged;
	}
}

/**
 * Imports workflows. One that is in n8n already stays as it is, with whatever was changed in the editor, until it changes
 * here. n8n lists the one that was changed last first.
 * @param stateFile remembers what was imported
 */
export async function importWorkflows(
	rest: Rest,
	credential: Credential,
	stateFile: string,
	workflows: Array<[id: string, workflow: WorkflowFile]>,
): Promise<void> {
	const imported = new Imported(stateFile);
	for (const [id, workflow] of workflows) {
		const { name, nodes, connections, settings } = withAgentSuiteCredential(workflow, credential);
		const body = { name, nodes, connections, settings };
		const isChanged = imported.isChanged(id, body);
		const stored = await findWorkflow(rest, id);
		if (stored?.isArchived) await rest.post(`/rest/workflows/${id}/unarchive`);
		if (!stored) await rest.post('/rest/workflows', { id, ...body });
		else if (isChanged) await rest.patch(`/rest/workflows/${id}`, body);
	}
}

/** The examples, the last of the README first, so that n8n lists them in its order. */
export function examplesLastFirst(): Array<[id: string, workflow: WorkflowFile]> {
	const recipes = exampleFiles().map((path) => ({
		file: basename(path),
		...readExample(basename(path)),
	}));
	return inOrder(recipes)
		.reverse()
		.map(({ file, ...workflow }) => [exampleId(file), workflow]);
}

/** Publishes a workflow. */
export async function activate(rest: Rest, workflowId: string): Promise<void> {
	const path = `/rest/workflows/${workflowId}`;
	const { versionId } = await rest.get<{ versionId: string }>(path);
	await rest.post(`${path}/activate`, { versionId });
}
