/** Words that people type into n8n's search for nodes. It must show ours. */
export const searchedWords = [
	'leads',
	'tokens',
	'token balance',
	'seo articles',
	'whatsapp message',
	'credits',
	'crm',
];
