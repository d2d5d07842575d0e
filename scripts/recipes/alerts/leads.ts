/** The recipes that send a message about a new interested lead to Slack or Telegram. */
import { ifTrue, poll, setTexts } from '../nodes';
import { anywhere, outbox } from './outbox';

/** Slack and Telegram (in HTML) reserve the same three characters. */
const escaped = ".replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')";

/** Common parts of the alerts about leads. */
const lead = {
	noun: 'message',
	fields: ['leadKey', 'text'],
	once: 'leadKey',
	start: [
		poll(
			'When a lead is created or updated',
			anywhere,
			{ mode: 'everyX', value: 15, unit: 'minutes' },
			{ event: 'leadCreatedOrUpdated', filters: { status: ['interested'] } },
		),
		ifTrue(
			'Newly interested?',
			anywhere,
			"$json.changeType === 'created' || $json.changedFields.includes('status')",
		),
	],
	write: setTexts('Write message', anywhere, {
		leadKey: '={{ $json.leadKey }}',
		text: `={{ ['New interested lead: ' + [$json.firstName, $json.lastName].filter(Boolean).join(' '), $json.email, $json.phone].filter(Boolean).join('\\n')${escaped} }}`,
	}),
};

const aboutLead = (receiver: string, ...steps: string[]) =>
	[
		`## Lead alert in ${receiver}`,
		`Sends one ${receiver} message for each lead that becomes interested, however often the lead changes afterwards.`,
		'',
		...[
			'Select your Agent Suite credential in **When a lead is created or updated**.',
			...steps,
			'Publish the workflow. Existing leads are treated as already processed.',
		].map((step, place) => `${place + 1}. ${step}`),
		'',
		'Each poll costs 5 tokens: 480 tokens a day when polling every 15 minutes.',
	].join('\n');

const leadAlertSlack = outbox({
	...lead,
	file: 'lead-alert-slack',
	name: 'lead alert (Slack)',
	table: 'Slack lead messages',
	receiver: 'Slack',
	proof: 'ok',
	send: {
		name: 'Send to Slack',
		type: 'n8n-nodes-base.slack',
		typeVersion: 2.3,
		position: anywhere,
		parameters: {
			resource: 'message',
			operation: 'post',
			select: 'channel',
			channelId: { __rl: true, mode: 'name', value: '#leads' },
			messageType: 'text',
			text: '={{ $json.text }}',
			otherOptions: { includeLinkToWorkflow: false },
		},
	},
	about: aboutLead(
		'Slack',
		'Select your Slack credential and the channel in **Send to Slack**. Invite the Slack app to that channel.',
	),
});

const leadAlertTelegram = outbox({
	...lead,
	file: 'lead-alert-telegram',
	name: 'lead alert (Telegram)',
	table: 'Telegram lead messages',
	receiver: 'Telegram',
	proof: 'ok',
	send: {
		name: 'Send to Telegram',
		type: 'n8n-nodes-base.telegram',
		typeVersion: 1.2,
		position: anywhere,
		parameters: {
			resource: 'message',
			operation: 'sendMessage',
			chatId: '123456789',
			text: '={{ $json.text }}',
			additionalFields: { appendAttribution: false, parse_mode: 'HTML' },
		},
	},
	about: aboutLead(
		'Telegram',
		'Select your Telegram credential and enter the chat ID in **Send to Telegram**. Send a message to the bot first.',
	),
});

/** Path and text of each, not yet formatted. */
export const leadAlerts = [leadAlertSlack, leadAlertTelegram];
