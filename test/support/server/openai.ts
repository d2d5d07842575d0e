import type { AddressInfo } from 'node:net';

import Fastify from 'fastify';

/** A tool as described to the model. */
export interface ShownTool {
	name: string;
	description: string;
	parameters: {
		type: string;
		properties: Record<string, { type: string; description?: string; default?: unknown }>;
		required?: string[];
	};
}

interface Message {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content: string | null;
	tool_calls?: Array<{ id: string; function: { name: string; arguments: string } }>;
	tool_call_id?: string;
}

export interface Conversation {
	authorization: string;
	messages: Message[];
	tools: ShownTool[];
	/** The results of the tools in this request, in their order. */
	results: string[];
}

/** The next step of the model: a tool call or a message. */
export type Turn = { tool: string; arguments: Record<string, unknown> } | { say: string };

/** Decides from the request, as a model would. */
export type Step = (shown: Conversation) => Turn;

interface Body {
	model: string;
	stream?: boolean;
	messages: Message[];
	tools?: Array<{ type: string; function: ShownTool }>;
}

export interface ModelServer {
	/** Base URL for n8n's OpenAI credential. */
	url: string;
	/** Every request since the last script, in order of arrival. */
	seen: Conversation[];
	/** Sets the steps of the model, one per request. Further requests fail. */
	script(...steps: Step[]): void;
	close(): Promise<void>;
}

/** A local server with OpenAI's chat completions API and a scripted model. The agent and its tools are n8n's own. */
export async function startModel(): Promise<ModelServer> {
	const seen: Conversation[] = [];
	let steps: Step[] = [];
	const server = Fastify({ forceCloseConnections: true, bodyLimit: 2 ** 25 });
	server.post<{ Body: Body }>('/v1/chat/completions', async ({ body, headers }, reply) => {
		const { messages, tools = [], model } = body;
		const conversation: Conversation = {
			authorization: headers.authorization ?? '',
			messages,
			tools: tools.map((tool) => tool.function),
			results: messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? ''),
		};
		seen.push(conversation);
		const step = steps.shift();
		const refuse = (message: string) =>
			reply.code(400).send({ error: { message, type: 'invalid_request_error' } });
		if (body.stream) return refuse('This server does not stream.');
		if (!step) return refuse('The script has no further step.');
		const turn = step(conversation);
		const message =
			'say' in turn
				? { role: 'assistant', content: turn.say }
				: { role: 'assistant', content: null, tool_calls: [call(turn, seen.length)] };
		return {
			id: `chatcmpl-${seen.length}`,
			object: 'chat.completion',
			created: 0,
			model,
			choices: [{ index: 0, message, finish_reason: 'say' in turn ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	await server.listen({ host: '127.0.0.1', port: 0 });
	const { port } = server.server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		seen,
		script(...next) {
			steps = next;
			seen.length = 0;
		},
		close: async () => await server.close(),
	};
}

function call(turn: { tool: string; arguments: Record<string, unknown> }, number: number) {
	return {
		id: `call_${number}`,
		type: 'function',
		function: { name: turn.tool, arguments: JSON.stringify(turn.arguments) },
	};
}
