// Before n8n is loaded: it reads its configuration once.
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
