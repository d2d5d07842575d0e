import type { AddressInfo } from 'node:net';

import Fastify from 'fastify';

/** A tool as described to the model. */
interface ShownTool {
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

interface Conversation {
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
		const { messages, tools = [], model, stream = false } = body;
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
		if (!step) return refuse('The script has no further step.');
		const turn = step(conversation);
		const message =
			'say' in turn
				? { role: 'assistant', content: turn.say }
				: { role: 'assistant', content: null, tool_calls: [call(turn, seen.length)] };
		const about = { id: `chatcmpl-${seen.length}`, created: 0, model };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const finish_reason = 'say' in turn ? 'stop' : 'tool_calls';
		// n8n's own agents ask for events.
		if (stream) {
			const delta = 'say' in turn ? message : { ...message, tool_calls: numbered(message) };
			const chunk = { ...about, object: 'chat.completion.chunk' };
			const events = [
				{ ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
				{ ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage },
			];
			const lines = [...events.map((event) => JSON.stringify(event)), '[DONE]'];
			return await reply
				.type('text/event-stream')
				.send(lines.map((line) => `data: ${line}\n\n`).join(''));
		}
		const choices = [{ index: 0, message, finish_reason }];
		return { ...about, object: 'chat.completion', choices, usage };
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

/** The tool calls of a message, with the numbers that they have in a stream. */
const numbered = ({ tool_calls: calls = [] }: { tool_calls?: object[] }) =>
	calls.map((one, index) => ({ ...one, index }));

function call(turn: { tool: string; arguments: Record<string, unknown> }, number: number) {
	return {
		id: `call_${number}`,
		type: 'function',
		function: { name: turn.tool, arguments: JSON.stringify(turn.arguments) },
	};
}
