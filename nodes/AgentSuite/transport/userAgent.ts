/** How the nodes name themselves in requests. Made by `npm run generate` from package.json. */
export const USER_AGENT = 'n8n-nodes-agent-suite/0.1.0';
