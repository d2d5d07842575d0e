import { inspect } from 'node:util';

import type { RunResult } from './engine';
import { log } from './log';

/** Everything of a run that n8n stores, shows, or logs, as text, including data attached to errors. */
function allTextOf({ run, task, error, outputs }: RunResult): string {
	const deep = { depth: Infinity, showHidden: true, maxStringLength: Infinity };
	return [
		JSON.stringify(run),
		JSON.stringify({ ...error }),
		inspect(run, deep),
		inspect(task, deep),
		inspect(error, deep),
		inspect(outputs, deep),
		log.text,
	].join('\n');
}

/** Expects that the run contains neither the token, nor its header, nor any of these texts. */
export function expectNoSecrets(result: RunResult, secrets: string[]): void {
	const text = allTextOf(result);
	expect(text.length).toBeGreaterThan(1000);
	for (const secret of [...secrets, 'Bearer']) {
		// Not toContain: a failure would print the whole text.
		expect({ secret, at: text.indexOf(secret) }).toEqual({ secret, at: -1 });
	}
}
