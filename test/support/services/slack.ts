import { objectBody, Service, type ServiceRequest, type ServiceResponse } from './service';

/**
 * Slack's messages: https://docs.slack.dev/reference/methods/chat.postMessage. It refuses with status 200 and
 * `ok: false`, but for its rate limit.
 */
export class Slack extends Service {
	readonly hosts = ['slack.com'];

	/** The accepted bot token. */
	readonly token = 'xoxb-of-this-test';

	/** The channels that the app is in. */
	readonly channels = ['#leads'];

	/** The posted messages as displayed, oldest first. */
	readonly messages: Array<{ channel: string; text: string }> = [];

	protected handle(request: ServiceRequest): ServiceResponse {
		const { method, path, headers } = request;
		if (method !== 'POST' || path !== '/api/chat.postMessage') {
			throw this.isUnknown(request, { ok: false, error: 'unknown_method' });
		}
		if (headers.authorization !== `Bearer ${this.token}`) return refusal('invalid_auth');
		const { channel, text } = objectBody(request);
		if (!this.channels.includes(String(channel))) return refusal('channel_not_found');
		if (typeof text !== 'string' || text === '') return refusal('no_text');
		// Angle brackets mark a link or a person to notify.
		const read = unescaped(text.replace(/<[^>]*>/g, '(link)'));
		this.messages.push({ channel: String(channel), text: read });
		const ts = `1503435956.${String(this.messages.length).padStart(6, '0')}`;
		return { status: 200, json: { ok: true, channel: 'C024BE91L', ts, message: { text } } };
	}
}

const refusal = (error: string): ServiceResponse => ({ status: 200, json: { ok: false, error } });

/** A text without the three entities that Slack and Telegram know. */
export const unescaped = (text: string) =>
	text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
