/** Lists the missing pieces of a new operation, resource, or event, as sentences. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Operation } from '../../nodes/AgentSuite/model/operation';

const node = 'nodes/AgentSuite';

/**
 * Checks the behavior of the sandbox, and the changelog, as far as a text can show it: the changelog only has to name each resource
 * somewhere. It does not check the seed, or whether an event is in the changelog.
 * @param root the folder of the clone
 */
export function missingPieces(root: string, operations: Operation[]): string[] {
	const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
	const missing: string[] = [];
	/** Adds the sentence if the file does not contain the text. */
	const expect = (path: string, text: string, sentence: string) => {
		if (!textOf(path).includes(text)) missing.push(`${path}: ${sentence}`);
	};

	for (const { id, method, effect } of operations) {
		if (effect === undefined)
			missing.push(
				`${node}/model/operation.ts: add ${method} to effectOf, with what ${id} does when it is sent twice.`,
			);
		expect('sandbox/operations.ts', `'${id}':`, `add what the service does for ${id}.`);
	}
	const changes = textOf('CHANGELOG.md').toLowerCase();
	for (const name of new Set(operations.map(({ resource }) => resource.name))) {
		if (changes.includes(name.toLowerCase())) continue;
		missing.push(`CHANGELOG.md: add ${name} under Unreleased.`);
	}
	return missing;
}
