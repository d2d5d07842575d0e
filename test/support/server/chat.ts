import type { Rest } from '../../../playground/rest';
import { unflatten } from './unflatten';
import { until } from '../programs/until';

/** A question with buttons, as n8n's chat shows it. */
interface Question {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

/** The button that a person clicks, by its text. Ignores the responses of the links. */
export type Answer = (question: Question) => string;

interface ChatResult {
	executionId: string;
	/** The last message of the workflow. */
	said: string;
	questions: Question[];
}

// n8n ignores clients without one, because they could be robots that preview links.
const browser = {
	'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** Opens the link of a button, as a browser does. */
export async function click(link: string): Promise<void> {
	const response = await fetch(link, { headers: browser });
	if (!response.ok) throw new Error(`n8n returned ${response.status} for a click`);
}

interface ChatRun {
	data?: Record<string, Array<Array<{ sendMessage?: string | Question }>>>;
}

interface ChatExecution {
	status: string;
	error?: string;
	/** How often the last node has run, and its message. */
	runs: number;
	message?: string | Question;
}

async function readExecution(rest: Rest, executionId: string): Promise<ChatExecution | undefined> {
	const found = await rest
		.get<{ status: string; data: string }>(`/rest/executions/${executionId}`)
		.catch(() => undefined);
	if (found === undefined) return undefined;
	const data = unflatten(found.data) as
		| {
				resultData: {
					error?: { message: string };
					lastNodeExecuted?: string;
					runData: Record<string, ChatRun[]>;
				};
		  }
		| undefined;
	// n8n stores the data of an execution shortly after the execution itself.
	if (data === undefined) return undefined;
	const { resultData } = data;
	const { lastNodeExecuted = '', runData, error } = resultData;
	const runs = runData[lastNodeExecuted] ?? [];
	const message = Object.values(runs.at(-1)?.data ?? {})[0]?.[0]?.[0]?.sendMessage;
	return { status: found.status, error: error?.message, runs: runs.length, message };
}

/**
 * Sends one message to a workflow in n8n's chat, and clicks like a person.
 * @param answer selects a button. Without it, a question fails the test
 * @throws when the execution fails, or does not end
 */
export async function chatWith(
	rest: Rest,
	workflowId: string,
	message: { sessionId: string; chatInput: string },
	answer?: Answer,
): Promise<ChatResult> {
	const json = { ...message, action: 'sendMessage' };
	const run = { startTime: 0, executionTime: 0, executionIndex: 0, executionStatus: 'success' };
	const data = { ...run, source: [null], data: { main: [[{ json }]] } };
	const { executionId } = await rest.post<{ executionId: string }>(
		`/rest/workflows/${workflowId}/run`,
		{ triggerToStartFrom: { name: 'When chat message received', data } },
	);
	const questions: Question[] = [];
	const said = await until(
		async () => {
			const execution = await readExecution(rest, executionId);
			if (execution?.status === 'error') throw new Error(execution.error);
			if (execution?.status !== 'waiting' || execution.message === undefined) return undefined;
			// The last message waits until a chat window has shown it, so this confirms it.
			if (typeof execution.message === 'string') return { text: execution.message };
			const question = execution.message;
			// Every question of an execution has the same links.
			if (execution.runs <= questions.length) return undefined;
			questions.push(question);
			if (!answer) throw new Error(`Nobody expected the question: ${question.text}`);
			const button = question.buttons.find(({ text }) => text === answer(question));
			if (!button) throw new Error(`There is no such button in: ${JSON.stringify(question)}`);
			await click(button.link);
			return undefined;
		},
		`the end of execution ${executionId}`,
		90_000,
	);
	return { executionId, said: said.text, questions };
}
