// Loaded into n8n before its own code. The message channel to the process that started n8n closes when that process
// ends, even by SIGKILL. n8n then stops too, so that it never keeps running alone.
process.on('disconnect', () => {
	process.kill(process.pid, 'SIGTERM');
	setTimeout(() => process.exit(1), 15_000).unref();
});
process.channel?.unref();
