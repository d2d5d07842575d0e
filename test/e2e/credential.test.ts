import type { Locator, Response } from '@playwright/test';

import { expect, test } from './world';
import type { Editor } from './editor';

async function newCredential({ page }: Editor): Promise<Locator> {
	await page.getByTestId('add-resource-credential').click();
	const type = page.getByTestId('new-credential-type-select');
	await type.locator('input').fill('agent suite');
	await page.getByText('Agent Suite API', { exact: true }).last().click();
	await page.getByTestId('new-credential-type-button').click();
	return page.getByTestId('editCredential-modal');
}

/**
 * Saves these values, and waits until n8n has tested them. n8n takes a value over shortly after it was entered: a busy
 * machine clicks before that, and saves and tests the old values.
 */
async function save(dialog: Locator, accessToken: string, baseUrl: string): Promise<void> {
	const page = dialog.page();
	const isTest = (response: Response) =>
		response.url().endsWith('/rest/credentials/test') &&
		[accessToken, baseUrl].every((value) =>
			response.request().postData()?.includes(JSON.stringify(value)),
		);
	await dialog.getByTestId('parameter-input-accessToken').locator('input').fill(accessToken);
	await dialog.getByTestId('parameter-input-baseUrl').locator('input').fill(baseUrl);
	await expect(async () => {
		const tested = page.waitForResponse(isTest, { timeout: 15_000 });
		await Promise.all([
			tested,
			dialog.getByTestId('credential-save-button').click({ timeout: 5_000 }),
		]);
	}).toPass({ timeout: 60_000 });
}

test('a credential: wrong inputs with the message of each, then a right one', async ({
	editor,
	server,
}) => {
	const { sandbox } = server;
	await editor.open('/home/credentials');
	const dialog = await newCredential(editor);
	// n8n marks required fields with an asterisk.
	const label = (text: string) => dialog.getByText(new RegExp(`^\\s*${text}[\\s*]*$`)).first();
	await expect(label('Access Token')).toBeVisible();
	await expect(label('Base URL')).toBeVisible();
	await expect(label('Daily Token Limit')).toBeVisible();
	await expect(label('Custom Rate Limits')).toBeVisible();
	// What is needed, and where it is, without a tooltip.
	for (const hint of [
		'Generate it in the service dashboard',
		'at the start of the API documentation',
		'0 means no limit',
		'If off: 100 requests per minute, 1,000 per hour, 10,000 per day',
	])
		await expect(dialog.getByText(hint)).toBeVisible();
	const limits = ['Requests per Minute', 'Requests per Hour', 'Requests per Day'];
	for (const limit of limits) await expect(label(limit)).toHaveCount(0);
	const customLimits = dialog.getByTestId('parameter-input-customLimits').locator('.switch-input');
	await customLimits.click();
	for (const limit of limits) await expect(label(limit)).toBeVisible();
	await customLimits.click();
	// The token is not readable over someone's shoulder.
	const token = dialog.getByTestId('parameter-input-accessToken').locator('input');
	await expect(token).toHaveAttribute('type', 'password');

	const { admin, revoked } = sandbox.tokens;
	// What the service refuses, what does not reach it, and what is not sent.
	const wrong: Array<[token: string, url: string, says: RegExp]> = [
		[revoked, sandbox.url, /The access token is missing or invalid/],
		[admin, 'http://127.0.0.1:9', /127\.0\.0\.1:9/],
		[admin, 'http://example.com', /unencrypted/],
	];
	for (const [accessToken, baseUrl, says] of wrong) {
		await save(dialog, accessToken, baseUrl);
		await expect(dialog.getByText('Couldn’t connect with these settings')).toBeVisible();
		// n8n can leave the details open.
		const more = dialog.getByText('More details');
		await expect(more.or(dialog.getByText(says)).first()).toBeVisible();
		if (await more.isVisible()) await more.click();
		await expect(dialog.getByText(says)).toBeVisible();
		await expect(dialog).not.toContainText(accessToken);
	}
	sandbox.clearRequests();
	// As people paste it.
	await save(dialog, ` "Bearer ${admin}"`, `${sandbox.url}/ `);
	await expect(dialog.getByText('Connection tested successfully')).toBeVisible();
	// The cheapest request.
	expect(sandbox.requests.map(({ path, tokens }) => [path, tokens])).toEqual([
		['/billing-token/getTokenBalance', 1],
	]);
	// n8n tests it again each time that it is opened. That costs nothing more.
	await save(dialog, admin, sandbox.url);
	await expect(dialog.getByText('Connection tested successfully')).toBeVisible();
	expect(sandbox.requests).toHaveLength(1);
	await editor.closeDialog(dialog);
});
