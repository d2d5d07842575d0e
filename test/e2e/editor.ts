import { expect, type Locator, type Page } from '@playwright/test';

import type { Credential } from '../../playground/workflows';
import type { Server } from '../support/server/server';
import { createWorkflow, inChain } from '../support/server/workflows';

interface NodeDraft {
	name: string;
	/** Default: Agent Suite. */
	type?: string;
	typeVersion?: number;
	parameters?: Record<string, unknown>;
	/** Default: the account of the sandbox's administrator. */
	credentials?: Record<string, Credential>;
}

type Items = Array<Record<string, unknown>>;

const exactly = (text: string) => new RegExp(`^\\s*${text.replace(/[^\w\s]/g, '\\$&')}\\s*$`);

/** Actions of a user in n8n's editor, which marks its parts with `data-test-id`. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly server: Server,
	) {}

	/** Creates a workflow: "Start", which returns the items, followed by a chain of the nodes. */
	async createChain(name: string, drafts: NodeDraft[], items: Items = [{}]): Promise<string> {
		const credentials = { agentSuiteApi: { ...this.server.credential } };
		const ours = 'n8n-nodes-agent-suite.agentSuite';
		const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
		const nodes = [start, ...drafts].map((draft: NodeDraft, place) => ({
			id: `node-${place}`,
			position: [place * 220, 0],
			type: ours,
			typeVersion: 1,
			parameters: {},
			...((draft.type ?? ours).startsWith(ours) && { credentials }),
			...draft,
		}));
		return await this.createWorkflow({
			name,
			nodes,
			connections: inChain(nodes),
			pinData: { Start: items.map((json) => ({ json })) },
		});
	}

	async createTrigger(name: string, parameters: object): Promise<string> {
		const trigger = {
			id: 'trigger',
			name,
			type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: { agentSuiteApi: { ...this.server.credential } },
		};
		return await this.createWorkflow({ name: 'Trigger', connections: {}, nodes: [trigger] });
	}

	async createWorkflow(workflow: Parameters<typeof createWorkflow>[1]): Promise<string> {
		return await createWorkflow(this.server.rest, workflow);
	}

	/**
	 * Opens a page of the editor. Only the first time, the browser loads the editor, which takes seconds. Then the editor goes
	 * there by itself, as after a click on a link, by way of a page that has nothing of the last one.
	 */
	async open(path: string): Promise<void> {
		const { page, server } = this;
		if (!page.url().startsWith(server.n8n.url)) {
			await page.goto(`${server.n8n.url}${path}`);
			return;
		}
		await this.goTo('/no-page');
		const leave = page.getByRole('button', { name: 'Leave without saving' });
		await expect(async () => {
			if (await leave.isVisible()) await leave.click();
			expect(await page.getByTestId('canvas').count()).toBe(0);
		}).toPass();
		await this.goTo(path);
	}

	/** Begins to go to a page. The editor can ask about unsaved changes first. */
	private async goTo(path: string): Promise<void> {
		const router = "document.querySelector('#app').__vue_app__.config.globalProperties.$router";
		await this.page.evaluate(`void ${router}.push(${JSON.stringify(path)})`);
	}

	async openWorkflow(id: string): Promise<void> {
		await this.open(`/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.parameters.waitFor();
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.parameters.waitFor({ state: 'detached' });
	}

	get parameters(): Locator {
		return this.page.getByTestId('node-parameters');
	}

	get input(): Locator {
		return this.page.getByTestId('ndv-input-panel');
	}

	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	parameter(name: string): Locator {
		return this.parameters.getByTestId(`parameter-input-${name}`);
	}

	async choose(name: string, entry: string): Promise<void> {
		await this.parameter(name).locator('input').click();
		await this.menuEntry(entry).click();
	}

	menuEntry(entry: string): Locator {
		const options = this.page.locator('.el-select-dropdown__item:visible');
		return options.filter({
			has: this.page.locator(':scope, .option-headline', { hasText: exactly(entry) }),
		});
	}

	/**
	 * Types a text that the field does not have yet, again until n8n has taken it over into the workflow. On a busy machine it
	 * does so after the next click, and misses what is typed while a tab opens.
	 */
	async type(field: Locator, text: string): Promise<void> {
		const before = await this.timesInWorkflow(text);
		await expect(async () => {
			await field.fill('');
			await field.fill(text);
			await field.blur();
			const times = expect.poll(() => this.timesInWorkflow(text), { timeout: 3000 });
			await times.toBeGreaterThan(before);
		}).toPass();
	}

	/** How often a text is a value of the workflow, as n8n's editor has it in its store. */
	private async timesInWorkflow(text: string): Promise<number> {
		return await this.page.evaluate<number>(
			`(() => {
				const app = document.querySelector('#app').__vue_app__;
				const stores = Object.entries(app.config.globalProperties.$pinia.state.value);
				const workflow = stores.filter(([name]) => name.startsWith('workflowDocuments/'));
				return JSON.stringify(workflow).split(${JSON.stringify(JSON.stringify(text))}).length - 1;
			})()`,
		);
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/** A field of the output of an earlier node, as the input panel lists it. */
	schemaField(name: string): Locator {
		return this.input.getByTestId('run-data-schema-node-name').filter({ hasText: exactly(name) });
	}

	/** Drags with the mouse, in steps, as n8n's own drag and drop needs it. */
	async drag(from: Locator, to: Locator): Promise<void> {
		const { mouse } = this.page;
		const [start, end] = await Promise.all([from.boundingBox(), to.boundingBox()]);
		if (!start || !end) throw new Error('The field to drag, or its target, is not visible');
		const x = end.x + end.width / 2;
		const y = end.y + end.height / 2;
		await mouse.move(start.x + start.width / 2, start.y + start.height / 2);
		await mouse.down();
		await mouse.move(start.x + start.width, start.y + start.height * 2, { steps: 5 });
		await mouse.move(x, y, { steps: 10 });
		await this.page.locator('[class*="draggable"]').first().waitFor();
		await mouse.up();
	}

	/** Publishes the workflow. Resolves to the dialog that says so, which stays open. */
	async publish(): Promise<Locator> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		const published = this.page.getByTestId('activation-modal');
		await published.waitFor();
		return published;
	}

	/** Closes a dialog, which would cover the pages of the tests that follow. */
	async closeDialog(dialog: Locator): Promise<void> {
		await this.page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'detached' });
	}

	/** Opens the search for nodes after the last node of the chain. */
	async openNodeSearch(): Promise<void> {
		await this.page.getByTestId('canvas-handle-plus').last().click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
	}

	async searchNode(text: string): Promise<void> {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
	}

	/** An entry of the node search, a node or one of its actions, by the start of its text. */
	found(text: string): Locator {
		const begins = new RegExp(`^\\s*${text}`);
		return this.page.getByTestId('node-creator-item-name').filter({ hasText: begins }).first();
	}
}
