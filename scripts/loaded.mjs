/**
 * `node scripts/loaded.mjs <address>`: waits for a new n8n at that address, makes its owner, and fails unless
 * n8n has loaded every node of the package. It is for n8n in a container and needs no installation.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, PlainError, root } from './setup.mjs';

const patience = 180_000;
const owner = {
	email: 'owner@example.com',
	password: 'Owner-of-this-test-1',
	firstName: 'First',
	lastName: 'Owner',
};

async function answer(address, path, options) {
	const response = await fetch(new URL(path, address), options);
	if (!response.ok) throw new PlainError(`n8n returned ${response.status} for ${path}.`);
	return response;
}

/** Retries until n8n can create an owner, which is shortly after it reports that it is ready. */
async function signUp(address) {
	const deadline = Date.now() + patience;
	for (;;) {
		try {
			const response = await answer(address, '/rest/owner/setup', {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(owner),
			});
			return response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		} catch (error) {
			if (Date.now() > deadline) throw error;
			await new Promise((resolve) => setTimeout(resolve, 1_000));
		}
	}
}

await main(async () => {
	const [address] = process.argv.slice(2);
	if (!address) throw new PlainError('Usage: node scripts/loaded.mjs http://127.0.0.1:5678');
	const cookie = (await signUp(address)).join('; ');
	const response = await answer(address, '/types/nodes.json', { headers: { cookie } });
	const loaded = new Set((await response.json()).map(({ name }) => name));
	const { name, n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	for (const file of n8n.nodes) {
		const [, node] = /(\w+)\.node\.js$/.exec(file);
		const type = `${name}.${node[0].toLowerCase()}${node.slice(1)}`;
		if (!loaded.has(type)) throw new PlainError(`n8n has not loaded ${type}.`);
		console.log(`n8n has loaded ${type}.`);
	}
});
