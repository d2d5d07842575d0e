import { basename } from 'node:path';

import type { Locator } from '@playwright/test';

import { exampleFiles, readExample, withAgentSuiteCredential } from '../../playground/workflows';
import { expect, test } from './world';

interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

const overlap = (one: Box, other: Box) =>
	one.x < other.x + other.width &&
	other.x < one.x + one.width &&
	one.y < other.y + other.height &&
	other.y < one.y + one.height;

async function boxOf(element: Locator): Promise<Box> {
	const box = await element.boundingBox();
	if (box === null) throw new Error('The element is not visible');
	return box;
}

/** What is used of an SVG path. */
interface Path {
	getTotalLength(): number;
	getPointAtLength(length: number): { matrixTransform(matrix: unknown): { x: number; y: number } };
	getScreenCTM(): unknown;
}

/** Points along a line, where they are on the screen. */
const pointsOf = async (line: Locator): Promise<Box[]> =>
	await line.evaluate((path: Path) => {
		const length = path.getTotalLength();
		return Array.from({ length: 101 }, (_, part) => {
			const point = path.getPointAtLength((length * part) / 100);
			const { x, y } = point.matrixTransform(path.getScreenCTM());
			return { x, y, width: 0, height: 0 };
		});
	});

/** The height that the text of a note needs, in pixels of the canvas at its full size. */
async function textHeight(note: Locator, width: number): Promise<number> {
	const box = await boxOf(note);
	const end = await boxOf(note.locator('p, li').last());
	return (end.y + end.height - box.y) * (width / box.width);
}

test('lead-sync-hubspot.json: the note names the credential as the editor does', async ({
	editor,
	server,
}) => {
	const recipe = withAgentSuiteCredential(readExample('lead-sync-hubspot.json'), server.credential);
	await editor.openWorkflow(await editor.createWorkflow(recipe));
	const step = editor.page.getByTestId('sticky').locator('li', { hasText: 'Find contact' });
	await editor.openNode('Find contact');
	const shown = editor.parameter('nodeCredentialType').locator('input');
	await expect(shown).toHaveValue(/^HubSpot \w/);
	const name = await shown.inputValue();
	await editor.closeNode();
	await expect(step).toContainText(`Select your ${name} credential`);
	// Its name in older versions.
	await expect(step).toContainText('HubSpot App Token');
});

for (const file of exampleFiles().map((path) => basename(path))) {
	const title = `${file}: the notes show all their text, and hide no node and no button, and every line is seen`;
	// One of them for each pull request.
	const tag = file === 'lead-sync.json' ? [] : '@nightly';
	test(title, { tag }, async ({ editor, server }, testInfo) => {
		const { page } = editor;
		const recipe = withAgentSuiteCredential(readExample(file), server.credential);
		const isNote = ({ type }: { type: string }) => type.endsWith('.stickyNote');
		await editor.openWorkflow(await editor.createWorkflow(recipe));
		await page.keyboard.press('1');
		const shown = page.getByTestId('sticky');
		await expect(shown).toHaveCount(recipe.nodes.filter(isNote).length);
		// n8n moves the canvas, until nothing changes.
		let before = '';
		await expect
			.poll(async () => {
				const now = JSON.stringify(await boxOf(shown.first()));
				const isStill = now === before;
				before = now;
				return isStill;
			})
			.toBe(true);
		await page.screenshot({ path: testInfo.outputPath('canvas.png') });

		const canvas = await boxOf(page.getByTestId('canvas'));
		const buttons: Box[] = [];
		for (const button of await page.getByTestId('execute-workflow-button').all())
			buttons.push(await boxOf(button));
		for (const line of await page.locator('.vue-flow__edge-path').all()) {
			const box = await boxOf(line);
			expect(box.y + box.height).toBeLessThan(canvas.y + canvas.height);
			const points = await pointsOf(line);
			const isBehind = points.some((point) => buttons.some((button) => overlap(point, button)));
			expect(isBehind).toBe(false);
		}

		const others = [...buttons];
		for (const { name } of recipe.nodes.filter((node) => !isNote(node)))
			others.push(await boxOf(editor.node(name)));
		for (const [place, { parameters }] of recipe.nodes.filter(isNote).entries()) {
			const { width, height } = parameters as { width: number; height: number };
			const note = shown.nth(place);
			const needed = await textHeight(note, width);
			const advice = `the text of the note is ${Math.round(needed)} high`;
			expect(needed, advice).toBeLessThanOrEqual(height);
			// No empty third.
			expect(needed, advice).toBeGreaterThan((height * 2) / 3);
			const box = await boxOf(note);
			for (const other of others) expect(overlap(box, other)).toBe(false);
		}
	});
}
