import '../../support/ssrfProtection';

import { expectNoSecrets } from '../../support/secrecy';
import { useService } from '../../support/service';

const service = useService();

test("n8n's guard against server-side request forgery: the error names it and what to set", async () => {
	const result = await service.run('lead.getAll');
	expect(result.error?.message).toMatch(/^n8n blocked the request to 127\.0\.0\.1:\d+ to protect/);
	expect(result.error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	expect(service.sandbox.requests).toEqual([]);
	expectNoSecrets(result, Object.values(service.sandbox.tokens));
});
