/**
 * Whether n8n's own tool lets the package into n8n Cloud. It wants the lint configuration of its template for each file
 * of a package. So it gets a copy of the package alone, without tests and scripts. Fails if `n8n-node lint` reports
 * anything, or if `n8n-node cloud-support` doesn't call the copy eligible.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { main, root } from '../shared';
import { copySources } from './sources';

/** What a package made with n8n's template contains. */
const parts = ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json'];

const cli = join(root, 'node_modules', '@n8n', 'node-cli');

/** Puts the package into a folder, with the lint configuration of n8n's template. */
function stage(folder: string) {
	copySources(folder, parts);
	const template = join(cli, 'dist', 'template', 'templates', 'shared', 'default');
	cpSync(join(template, 'eslint.config.mjs'), join(folder, 'eslint.config.mjs'));
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

/** Runs n8n's tool in the staged package. Returns its exit code, and what it printed without colors. */
function n8nNode(command: string, folder: string) {
	const program = join(cli, 'bin', 'n8n-node.mjs');
	// It starts eslint with npm, which is beside Node.js or on the PATH.
	const { status, stdout, stderr } = spawnSync(process.execPath, [program, command], {
		cwd: folder,
		encoding: 'utf8',
	});
	return { status, output: stripVTControlCharacters(`${stdout}${stderr}`) };
}

void main(() => {
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-cloud-'));
	try {
		stage(folder);
		const lint = n8nNode('lint', folder);
		const support = n8nNode('cloud-support', folder);
		// Warnings don't change its exit code.
		const passes = lint.status === 0 && !/\d problems?\b/.test(lint.output);
		// It exits with 0 either way.
		const isEligible = /Status: eligible for n8n Cloud/.test(support.output);
		console.log(`n8n-node lint: ${passes ? 'nothing reported' : `\n${lint.output}`}`);
		console.log(`n8n-node cloud-support: ${isEligible ? 'eligible' : `\n${support.output}`}`);
		return passes && isEligible ? 0 : 1;
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	}
});
