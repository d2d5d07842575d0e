/** Who uses the node, and reads what it returns: a person, or an AI model with the node as a tool, through an AI agent or an MCP client. */
export type Audience = 'person' | 'model';
