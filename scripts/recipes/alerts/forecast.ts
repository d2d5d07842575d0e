/** The recipe that forecasts from daily balances how long the tokens last. */
import {
	createTable,
	getRows,
	ifTrue,
	schedule,
	setTexts,
	upsertRow,
	type DataTable,
} from '../nodes';
import { chooseMail, mail } from './email';
import { anywhere, outbox } from './outbox';

const balances: DataTable = {
	name: 'Token balance history',
	columns: { day: 'string', total: 'number' },
};

const today = "={{ $now.toFormat('yyyy-MM-dd') }}";
const read = 'Get token balance';
const total = `$('${read}').first().json.totalTokenCount`;

/** Only decreases count, because a refill is not spent. */
const spent =
	'$input.all().map(({ json }, place, all) => place === 0 ? 0 : Math.max(0, all[place - 1].json.total - json.total)).reduce((sum, fall) => sum + fall, 0)';
const days =
	"Math.max(1, $now.startOf('day').diff(DateTime.fromISO($input.first().json.day), 'days').days)";
const perDay = `${spent} / ${days}`;

export const tokenForecast = outbox({
	...mail,
	file: 'token-forecast',
	name: 'token forecast',
	table: 'Forecast emails',
	start: [
		schedule('Every morning', anywhere, { field: 'days', triggerAtHour: 7 }),
		{
			name: read,
			type: 'n8n-nodes-agent-suite.agentSuite',
			typeVersion: 1,
			position: anywhere,
			parameters: { resource: 'billing', operation: 'getTokenBalance', options: {} },
			retryOnFail: true,
			maxTries: 5,
			waitBetweenTries: 5000,
		},
		createTable('Create history if missing', anywhere, balances),
		upsertRow('Keep balance of today', anywhere, balances, [['day', 'eq', today]], {
			day: today,
			total: `={{ ${total} }}`,
		}),
		getRows(
			'Get balances of 14 days',
			anywhere,
			balances,
			[['day', 'gte', "={{ $now.minus({ days: 14 }).toFormat('yyyy-MM-dd') }}"]],
			{ orderBy: 'day' },
		),
		setTexts(
			'Forecast',
			anywhere,
			{
				perDay: `={{ Math.round(${perDay}) }}`,
				daysLeft: `={{ Math.floor(${total} / (${perDay})) }}`,
			},
			true,
		),
		ifTrue('Less than 14 days?', anywhere, 'Number($json.daysLeft) < 14'),
	],
	write: setTexts('Write email', anywhere, {
		subject:
			"=The tokens last until {{ $now.plus({ days: Number($json.daysLeft) }).toFormat('yyyy-MM-dd') }}",
		text: `=At the rate of the last days, {{ $json.perDay }} tokens a day, the balance of {{ ${total} }} tokens lasts until {{ $now.plus({ days: Number($json.daysLeft) }).toFormat('yyyy-MM-dd') }}.`,
	}),
	about: [
		'## Token forecast',
		'Sends an email every morning while the token balance lasts less than 14 days at the current rate.',
		'',
		`1. Select your Agent Suite credential in **${read}**.`,
		'2. Enter the number of days in **Less than 14 days?**.',
		`3. ${chooseMail}`,
		'4. Publish the workflow. The forecast starts on the second day.',
		'',
		'Each morning costs 1 token.',
	].join('\n'),
});
