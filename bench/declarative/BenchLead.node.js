'use strict';

/**
 * What the same read looks like as a declarative node: n8n's own router sends the requests. It is a custom
 * node of the bench's n8n only, in plain JavaScript because n8n loads it from here as it is.
 */
class BenchLead {
	constructor() {
		this.description = {
			displayName: 'Bench Lead',
			name: 'benchLead',
			group: ['input'],
			version: 1,
			description: 'Reads one lead, declaratively',
			defaults: { name: 'Bench Lead' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'agentSuiteApi', required: true }],
			requestDefaults: { baseURL: '={{ $credentials.baseUrl }}', json: true },
			properties: [
				{
					displayName: 'Lead ID',
					name: 'leadId',
					type: 'string',
					default: '',
					routing: {
						request: { method: 'GET', url: '=/agent/lead/{{ encodeURIComponent($value) }}' },
					},
				},
			],
		};
	}
}

module.exports = { BenchLead };
