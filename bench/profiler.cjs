// Loaded into the n8n of the bench. SIGUSR2 starts the CPU profiler, and a second one stops it and writes
// BENCH_PROFILE. `--cpu-prof` would record the whole life of the process.
'use strict';
const { writeFileSync, renameSync } = require('node:fs');

const file = process.env.BENCH_PROFILE;
// n8n's task runner inherits NODE_OPTIONS, so this only applies to n8n itself.
if (file && /[\\/]n8n[\\/]bin[\\/]n8n$/.test(process.argv[1] ?? '')) {
	let session;
	process.on('SIGUSR2', () => {
		if (!session) {
			const { Session } = require('node:inspector');
			session = new Session();
			session.connect();
			session.post('Profiler.enable');
			session.post('Profiler.setSamplingInterval', { interval: 500 });
			session.post('Profiler.start');
			return;
		}
		session.post('Profiler.stop', (_error, { profile }) => {
			writeFileSync(`${file}.part`, JSON.stringify(profile));
			renameSync(`${file}.part`, file);
		});
		session.disconnect();
		session = undefined;
	});
}
