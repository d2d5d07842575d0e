/** Parameters of a tool that creates a platform. Each try has its own name, which must not make it a second platform. */
export const createTool = {
	resource: 'seoPlatform',
	operation: 'create',
	name: "={{ $fromAI('name') }} {{ Date.now() }}",
	platformType: 'other',
	customType: 'shopify',
	config: '{"key":"value"}',
};

/** Node settings with which n8n immediately runs a failed tool again. */
export const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
