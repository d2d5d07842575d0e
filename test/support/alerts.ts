/** The recipes that send messages about leads, with the stand-ins that receive them. */
import type { IDataObject } from 'n8n-workflow';

import type { Target } from './leadSync/target';
import { StandIn, type StandInRequest, type StandInResponse } from './standIns/standIn';

/**
 * Slack's messages: https://docs.slack.dev/reference/methods/chat.postMessage. It refuses with status 200 and
 * `ok: false`, but for its rate limit.
 */
class Slack extends StandIn {
	readonly host = 'slack.com';

	readonly token = 'xoxb-of-this-test';

	readonly channels = ['#leads'];

	protected handle(request: StandInRequest): StandInResponse | undefined {
		const { method, path, body } = request;
		if (method !== 'POST' || path !== '/api/chat.postMessage') return undefined;
		const { channel, text } = body;
		if (!this.channels.includes(String(channel))) return slackRefusal('channel_not_found');
		if (typeof text !== 'string' || text === '') return slackRefusal('no_text');
		return {
			status: 200,
			json: { ok: true, channel: 'C024BE91L', ts: '1503435956.1', message: { text } },
		};
	}
}

const slackRefusal = (error: string): StandInResponse => ({
	status: 200,
	json: { ok: false, error },
});

/** Telegram's bots: https://core.telegram.org/bots/api#sendmessage */
class Telegram extends StandIn {
	readonly host = 'api.telegram.org';

	readonly token = '110201543:of-this-test';

	readonly chat = 123456789;

	protected isSignedIn({ path }: StandInRequest): boolean {
		return decodeURIComponent(path).startsWith(`/bot${this.token}/`);
	}

	protected handle(request: StandInRequest): StandInResponse | undefined {
		const { method, path } = request;
		if (method !== 'POST' || !path.endsWith('/sendMessage')) return undefined;
		const { chat_id: chat, text, parse_mode: mode } = request.body;
		if (Number(chat) !== this.chat) return telegramRefusal(400, 'Bad Request: chat not found');
		if (typeof text !== 'string' || text === '') {
			return telegramRefusal(400, 'Bad Request: message text is empty');
		}
		if (text.length > 4096) return telegramRefusal(400, 'Bad Request: message is too long');
		// A mark of HTML that is not an entity.
		if (mode === 'HTML' && /<|&(?!amp;|lt;|gt;|quot;)/.test(text)) {
			return telegramRefusal(400, "Bad Request: can't parse entities");
		}
		const result = { message_id: 1, date: 0, chat: { id: this.chat }, text };
		return { status: 200, json: { ok: true, result } };
	}
}

function telegramRefusal(status: number, description: string): StandInResponse {
	return { status, json: { ok: false, error_code: status, description } };
}

const slack = new Slack();
const telegram = new Telegram();

/** The recipes, and what a user selects in them. */
export const leadAlerts: Array<
	Pick<Target, 'file' | 'credentials' | 'choices'> & { service: StandIn }
> = [
	{
		file: 'lead-alert-slack.json',
		service: slack,
		credentials: { slackApi: { accessToken: slack.token } },
		choices: {
			'Send to Slack': { channelId: { __rl: true, mode: 'name', value: slack.channels[0] } },
		},
	},
	{
		file: 'lead-alert-telegram.json',
		service: telegram,
		credentials: {
			telegramApi: { accessToken: telegram.token, baseUrl: 'https://api.telegram.org' },
		},
		choices: { 'Send to Telegram': { chatId: String(telegram.chat) } },
	},
];

/** The texts that a service has accepted, with its entities. */
export const acceptedBy = ({ calls }: StandIn): string[] =>
	calls.filter(({ status }) => status === 200).map(({ body }) => String(body.text));

/** What stays of a text in one line: no line breaks, marks of direction, or other invisible characters. */
export function inOneLine(value: unknown): string {
	const characters = [...(typeof value === 'string' ? value : '')];
	const visible = characters.map((one) => (/[\p{C}\p{Z}]/u.test(one) ? ' ' : one));
	return visible.join('').split(' ').filter(Boolean).join(' ');
}

/** The message about a lead, as the services need it. */
export function messageOf({ firstName, lastName, email, phone }: IDataObject): string {
	const name = `New interested lead: ${inOneLine(firstName)} ${inOneLine(lastName)}`;
	const entities = new Map([
		['&', '&amp;'],
		['<', '&lt;'],
		['>', '&gt;'],
	]);
	const lines = [name, email, phone].map((line) => inOneLine(line).slice(0, 200));
	const text = lines.filter(Boolean).join('\n');
	return [...text].map((one) => entities.get(one) ?? one).join('');
}
