import { objectBody, Service, type ServiceRequest, type ServiceResponse } from './service';
import { unescaped } from './slack';

/** Telegram's bots: https://core.telegram.org/bots/api#sendmessage */
export class Telegram extends Service {
	readonly hosts = ['api.telegram.org'];

	/** The token of the bot. */
	readonly token = '110201543:of-this-test';

	/** The chat that has the bot in it. */
	readonly chat = 123456789;

	/** The sent messages as displayed, oldest first. */
	readonly messages: string[] = [];

	protected handle(request: ServiceRequest): ServiceResponse {
		const { method, path } = request;
		const token = /^\/bot([^/]+)\/sendMessage$/.exec(path)?.[1];
		if (method !== 'POST' || token === undefined) {
			throw this.isUnknown(request, { ok: false, description: 'Not Found' });
		}
		if (decodeURIComponent(token) !== this.token) return refusal(401, 'Unauthorized');
		const { chat_id: chat, text, parse_mode: mode } = objectBody(request);
		if (Number(chat) !== this.chat) return refusal(400, 'Bad Request: chat not found');
		if (typeof text !== 'string' || text === '') {
			return refusal(400, 'Bad Request: message text is empty');
		}
		if (text.length > 4096) return refusal(400, 'Bad Request: message is too long');
		if (parseFails(text, mode)) return refusal(400, "Bad Request: can't parse entities");
		this.messages.push(mode === 'HTML' ? unescaped(text) : text);
		const result = { message_id: this.messages.length, date: 0, chat: { id: this.chat }, text };
		return { status: 200, json: { ok: true, result } };
	}
}

/** Whether a formatting mark in the text is not closed. */
function parseFails(text: string, mode: unknown): boolean {
	if (mode === 'HTML') return /<|&(?!amp;|lt;|gt;|quot;)/.test(text);
	return mode === 'Markdown' && (text.match(/[_*`[]/g) ?? []).length % 2 === 1;
}

function refusal(status: number, description: string): ServiceResponse {
	return { status, json: { ok: false, error_code: status, description } };
}
