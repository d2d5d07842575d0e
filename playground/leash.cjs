// Loaded into n8n before its own code. The message channel to the process that started n8n closes when
// that process goes away, even by SIGKILL: then n8n is asked to stop, so that it never stays behind.
process.on('disconnect', () => {
	process.kill(process.pid, 'SIGTERM');
	setTimeout(() => process.exit(1), 15_000).unref();
});
process.channel?.unref();
