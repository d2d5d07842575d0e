/** The recipes that send messages, with the stand-ins that receive them. */
import type { IDataObject } from 'n8n-workflow';

import type { Service } from './services';
import { Slack } from './services/slack';
import { Telegram } from './services/telegram';

/** A lead alert: what a user selects in it, and the texts that arrived. */
export interface LeadAlert {
	file: string;
	service: Service;
	credentials: Record<string, object>;
	choices: Record<string, object>;
	/** As sent, with the entities of the service. */
	sent(): string[];
}

export function slackAlert(service = new Slack()): LeadAlert {
	return {
		file: 'lead-alert-slack.json',
		service,
		credentials: { slackApi: { accessToken: service.token } },
		choices: {
			'Send to Slack': { channelId: { __rl: true, mode: 'name', value: service.channels[0] } },
		},
		sent: () => service.calls.map(({ body }) => (body as { text: string }).text),
	};
}

export function telegramAlert(service = new Telegram()): LeadAlert {
	return {
		file: 'lead-alert-telegram.json',
		service,
		credentials: {
			telegramApi: { accessToken: service.token, baseUrl: 'https://api.telegram.org' },
		},
		choices: { 'Send to Telegram': { chatId: String(service.chat) } },
		sent: () => service.calls.map(({ body }) => (body as { text: string }).text),
	};
}

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
