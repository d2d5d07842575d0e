// Before n8n is loaded, because it reads its configuration only once.
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
