/** Row 9: the effect of the package on n8n's start time, memory, and disk usage. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { startN8n } from '../../playground/n8n';
import { packPackage } from '../../playground/package';
import { freePorts } from '../../playground/ports';
import { childResult } from '../child';
import type { LoadPeak } from '../inEngine';
import { prepareFolder } from '../n8n';
import type { Bench, Goal, Row } from '../row';
import { byTurns, figure, round, type Figure } from '../statistics';
import { mb, ms, number, table } from '../text';

interface Boot {
	/** Time until n8n responds, ms. */
	time: Figure;
	/** Memory of its main process then, MB. */
	memory: Figure;
}

export interface Start {
	/** Loading only the package, in a process that already has n8n's engine. */
	load: { time: Figure; memory: Figure };
	/** Size of the tarball, and of its unpacked files, KB. */
	tarballKb: number;
	installedKb: number;
	files: number;
	/** Not measured with `--smoke`, which starts only one n8n. */
	server?: { without: Boot; with: Boot };
}

function sizeOf(folder: string): { bytes: number; files: number } {
	const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
	const files = entries.filter((entry) => entry.isFile());
	const bytes = files.reduce(
		(sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
		0,
	);
	return { bytes, files: files.length };
}

/** Starts n8n on existing data and stops it. */
async function boot(userFolder: string): Promise<{ time: number; memory: number }> {
	const [port, brokerPort] = await freePorts(2);
	const began = performance.now();
	const n8n = await startN8n({ userFolder, port, brokerPort });
	const time = performance.now() - began;
	const status = readFileSync(`/proc/${n8n.pid}/status`, 'utf8');
	await n8n.stop();
	return { time, memory: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024 };
}

async function boots(withPackage: string, rounds: number): Promise<NonNullable<Start['server']>> {
	const without = await prepareFolder(false);
	try {
		// The warm-up creates the database.
		const samples = await byTurns(
			{ without: async () => await boot(without), with: async () => await boot(withPackage) },
			rounds,
		);
		const of = (name: keyof typeof samples): Boot => ({
			time: figure(samples[name].map(({ time }) => time)),
			memory: figure(samples[name].map(({ memory }) => memory)),
		});
		return { without: of('without'), with: of('with') };
	} finally {
		rmSync(without, { recursive: true, force: true, maxRetries: 3 });
	}
}

async function run({ smoke, rounds }: Bench): Promise<Start> {
	const folder = await prepareFolder(true);
	try {
		const { tarball, name } = await packPackage();
		const { bytes, files } = sizeOf(join(folder, '.n8n', 'nodes', 'node_modules', name));
		const loads: LoadPeak[] = [];
		for (let turn = 0; turn < rounds(7); turn++) {
			loads.push(await childResult<LoadPeak>('inEngine.ts', ['load']));
		}
		return {
			load: {
				time: figure(loads.map((one) => one.ms)),
				memory: figure(loads.map(({ moreMb }) => moreMb)),
			},
			tarballKb: round(statSync(tarball).size / 1024),
			installedKb: round(bytes / 1024),
			files,
			...(!smoke && { server: await boots(folder, rounds(5)) }),
		};
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

function goals(): Goal[] {
	return [];
}

function parts({ load, tarballKb, installedKb, files, server }: Start): Record<string, string> {
	const starts = server && [
		['n8n without the package', ms(server.without.time), mb(server.without.memory)],
		['n8n with the package', ms(server.with.time), mb(server.with.memory)],
	];
	return {
		'start: load': table(
			['', 'Time', 'Memory'],
			[...(starts ?? []), ['Only loading the package', ms(load.time), mb(load.memory)]],
		),
		'start: size': `${number(tarballKb)} KB packed, ${number(installedKb)} KB in ${files} files unpacked`,
	};
}

export const start: Row<Start> = {
	number: 9,
	name: 'start',
	run,
	goals,
	parts,
	charts: () => ({}),
};
