/** The recipes that send emails. */
import { ifTrue, poll, schedule, setTexts } from '../nodes';
import type { NodeSpec } from '../workflow';
import { anywhere, outbox } from './outbox';

const everyHour = { mode: 'everyHour', minute: 0 };

/** Shared by all emails. */
export const mail = {
	noun: 'email',
	fields: ['subject', 'text'],
	proof: 'messageId',
	receiver: 'the mail server',
	send: {
		name: 'Send email',
		type: 'n8n-nodes-base.emailSend',
		typeVersion: 2.1,
		position: anywhere,
		parameters: {
			fromEmail: 'n8n@example.com',
			toEmail: 'you@example.com',
			subject: '={{ $json.subject }}',
			emailFormat: 'text',
			text: '={{ $json.text }}',
			options: { appendAttribution: false },
		},
	} satisfies NodeSpec,
};

export const chooseMail = 'Select your SMTP credential and enter both addresses in **Send email**.';

const balanceText =
	"The balance is {{ $json.totalTokenCount }} tokens ({{ $json.mainTokenCount }} main, {{ $json.extraTokenCount }} extra), as of {{ $now.toFormat('yyyy-MM-dd HH:mm') }}.";

const balanceAlertTrigger = outbox({
	...mail,
	file: 'balance-alert-trigger',
	name: 'balance alert (trigger)',
	table: 'Low balance emails',
	start: [
		poll('When the balance is low', anywhere, everyHour, { event: 'balanceLow', threshold: 500 }),
	],
	write: setTexts('Write email', anywhere, {
		subject:
			"={{ $json.recovered ? 'The token balance has recovered' : 'Only ' + $json.totalTokenCount + ' tokens left' }}",
		text: `=${balanceText}`,
	}),
	about: [
		'## Balance alert',
		'Sends an email when the token balance drops below 500, once per drop.',
		'',
		'1. Select your Agent Suite credential and set the threshold in **When the balance is low**.',
		`2. ${chooseMail}`,
		'3. Publish the workflow.',
		'',
		'Each poll costs 1 token: 24 tokens a day when polling every hour.',
	].join('\n'),
});

const balanceAlert = outbox({
	...mail,
	file: 'balance-alert',
	name: 'balance alert (schedule)',
	table: 'Daily balance emails',
	start: [
		schedule('Every morning', anywhere, { field: 'days', triggerAtHour: 8 }),
		{
			name: 'Get token balance',
			type: 'n8n-nodes-agent-suite.agentSuite',
			typeVersion: 1,
			position: anywhere,
			parameters: { resource: 'billing', operation: 'getTokenBalance', options: {} },
			retryOnFail: true,
			maxTries: 5,
			waitBetweenTries: 5000,
		},
		ifTrue('Is it low?', anywhere, '$json.totalTokenCount < 500'),
	],
	write: setTexts('Write email', anywhere, {
		subject: '=Only {{ $json.totalTokenCount }} tokens left',
		text: `=${balanceText}`,
	}),
	about: [
		'## Daily balance check',
		'Sends an email every morning while the token balance is below 500.',
		'',
		'1. Select your Agent Suite credential in **Get token balance**.',
		'2. Enter the number of tokens in **Is it low?**.',
		`3. ${chooseMail}`,
		'4. Publish the workflow.',
		'',
		'Each morning costs 1 token.',
	].join('\n'),
});

const articleDigest = outbox({
	...mail,
	file: 'article-digest',
	name: 'article digest',
	table: 'Article digest emails',
	start: [
		poll(
			'When there are new articles',
			anywhere,
			{ mode: 'everyWeek', weekday: '1', hour: 8, minute: 0 },
			{ event: 'articleCreated' },
		),
	],
	// All articles of one poll come as one batch, oldest first.
	write: setTexts(
		'Write email',
		anywhere,
		{
			subject:
				"={{ $input.all().length === 1 ? '1 new article' : `${$input.all().length} new articles` }}",
			text: "={{ $input.all().map(({ json }) => [json.title, json.link].filter(Boolean).join('\\n')).join('\\n\\n') }}",
		},
		true,
	),
	about: [
		'## Article digest',
		'Sends one email every Monday at 8:00 that lists all articles generated since the last one. Without new articles, no email is sent.',
		'',
		'1. Select your Agent Suite credential and the time in **When there are new articles**.',
		`2. ${chooseMail}`,
		'3. Publish the workflow. Existing articles are treated as already processed.',
		'',
		'Each poll costs 5 tokens: 5 tokens a week.',
	].join('\n'),
});

const platformHealth = outbox({
	...mail,
	file: 'platform-health',
	name: 'platform health',
	table: 'Platform emails',
	start: [
		poll('When a platform becomes invalid', anywhere, everyHour, { event: 'platformInvalid' }),
	],
	write: setTexts('Write email', anywhere, {
		subject: '=Platform {{ $json.name }} has an invalid configuration',
		text: "=The configuration of {{ $json.name }} ({{ $json.type }}, {{ $json.id }}) has become invalid, as of {{ $now.toFormat('yyyy-MM-dd HH:mm') }}. Check its connection settings in the dashboard.",
	}),
	about: [
		'## Platform health',
		"Sends an email when the configuration of a publishing platform becomes invalid, for example because an application password was revoked. Articles can't be published there until you fix it.",
		'',
		'1. Select your Agent Suite credential in **When a platform becomes invalid**.',
		`2. ${chooseMail}`,
		'3. Publish the workflow.',
		'',
		'Each poll costs 5 tokens: 120 tokens a day when polling every hour.',
	].join('\n'),
});

/** Path and text of each, not yet formatted. */
export const emailAlerts = [articleDigest, balanceAlert, balanceAlertTrigger, platformHealth];
