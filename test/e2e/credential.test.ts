import type { Locator, Response } from '@playwright/test';

import { expect, test } from './world';
import type { Editor } from './editor';

/** The dialog of a new Agent Suite credential. */
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
		[accessToken, baseUrl].every((value) => response.request().postData()?.includes(value));
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

test('a credential: wrong token, wrong address, then right, with the message of each attempt', async ({
	editor,
	server,
}) => {
	const { sandbox, n8n } = server;
	await editor.open('/home/credentials');
	const dialog = await newCredential(editor);
	for (const label of ['Access Token', 'Base URL', 'Requests per Minute', 'Requests per Day']) {
		await expect(dialog.getByText(new RegExp(`^${label}`)).first()).toBeVisible();
	}
	// The token is not readable over someone's shoulder.
	const token = dialog.getByTestId('parameter-input-accessToken').locator('input');
	await expect(token).toHaveAttribute('type', 'password');

	const refusals: Array<[string, string, RegExp]> = [
		[sandbox.tokens.revoked, sandbox.url, /The access token is missing or invalid/],
		[sandbox.tokens.expired, sandbox.url, /has expired or does not allow/],
		[sandbox.tokens.admin, n8n.url, /HTTP 404/],
		[sandbox.tokens.admin, 'http://127.0.0.1:9', /127\.0\.0\.1:9/],
		[sandbox.tokens.admin, 'https://no-such-host.invalid', /no-such-host\.invalid/],
		[sandbox.tokens.admin, sandbox.url.replace('http:', 'https:'), /secure connection/],
		[sandbox.tokens.admin, 'ftp://api.example.com', /https:\/\//],
		[sandbox.tokens.admin, 'http://example.com', /unencrypted/],
	];
	for (const [accessToken, baseUrl, says] of refusals) {
		await save(dialog, accessToken, baseUrl);
		await expect(dialog.getByText('Couldn’t connect with these settings')).toBeVisible();
		const more = dialog.getByText('More details');
		await expect(async () => {
			if (await more.isVisible()) await more.click({ timeout: 1_000 });
			await expect(dialog.getByText(says)).toBeVisible({ timeout: 2_000 });
		}).toPass({ timeout: 30_000 });
		await expect(dialog).not.toContainText(accessToken);
	}
	sandbox.clearRequests();
	await save(dialog, sandbox.tokens.admin, sandbox.url);
	await expect(dialog.getByText('Connection tested successfully')).toBeVisible();
	// The cheapest request.
	expect(sandbox.requests.map(({ path, tokens }) => [path, tokens])).toEqual([
		['/billing-token/getTokenBalance', 1],
	]);
});
